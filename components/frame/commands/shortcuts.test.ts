import { describe, expect, it } from "vitest";
import type { Command } from "./command-registry.ts";
import { ARMED_MS, KeyMachine, type KeyState } from "./shortcuts.ts";

const command = (id: string, keys: string, rest: Partial<Command> = {}): Command => ({
  id,
  keys,
  section: "order",
  title: id,
  run: () => undefined,
  ...rest,
});

const COMMANDS = [
  command("buy", "b"),
  command("cancel-all", "Shift+c", { arms: true }),
  command("close", "Shift+f", { arms: true }),
  command("open-orders", "g o"),
  command("positions", "g p"),
  command("book", "o"),
  command("palette", "Mod+k"),
  command("no-keys", ""),
];

function machine(commands: readonly Command[] = COMMANDS) {
  const ran: string[] = [];
  const states: KeyState["kind"][] = [];
  const set = { now: 1_000, singleKeys: true };
  let timer: { at: number; run: () => void } | undefined;
  const keys = new KeyMachine({
    commands: () => commands,
    singleKeys: () => set.singleKeys,
    now: () => set.now,
    later: (run, delayMs) => {
      const mine = { at: set.now + delayMs, run };
      timer = mine;
      return () => {
        if (timer === mine) timer = undefined;
      };
    },
    onState: ({ kind }) => states.push(kind),
    run: ({ id }) => ran.push(id),
  });
  const pass = (milliseconds: number, late = 0) => {
    set.now += milliseconds;
    if (timer && timer.at + late <= set.now) timer.run();
  };
  return { keys, ran, states, set, pass };
}

describe("a key press", () => {
  it("runs its command", () => {
    const { keys, ran } = machine();
    expect(keys.press(["b"])).toBe(true);
    expect(ran).toEqual(["buy"]);
  });

  it("without a command is left to the browser and the page", () => {
    const { keys, ran } = machine();
    expect(keys.press(["y"])).toBe(false);
    expect(keys.press([])).toBe(false);
    expect(ran).toEqual([]);
  });

  it("is tried as its other reading when the first has no command", () => {
    const { keys, ran } = machine();
    expect(keys.press(["ش", "b"])).toBe(true);
    expect(ran).toEqual(["buy"]);
  });

  it("without a modifier does nothing when single keys are off", () => {
    const { keys, ran, set } = machine();
    set.singleKeys = false;
    expect(keys.press(["b"])).toBe(false);
    expect(keys.press(["g"])).toBe(false);
    expect(keys.press(["Shift+c"])).toBe(false);
    expect(keys.press(["Mod+k"])).toBe(true);
    expect(ran).toEqual(["palette"]);
  });
});

describe("a sequence of keys", () => {
  it("runs its command at its last key", () => {
    const { keys, ran } = machine();
    expect(keys.press(["g"])).toBe(true);
    expect(keys.state).toMatchObject({ kind: "sequence", strokes: ["g"] });
    expect(keys.press(["o"])).toBe(true);
    expect(ran).toEqual(["open-orders"]);
    expect(keys.state.kind).toBe("idle");
  });

  it("that leads nowhere runs nothing, and not the command of its last key either", () => {
    const { keys, ran } = machine();
    keys.press(["g"]);
    expect(keys.press(["b"])).toBe(true);
    expect(ran).toEqual([]);
    keys.press(["b"]);
    expect(ran).toEqual(["buy"]);
  });

  it("is forgotten after a while", () => {
    const { keys, ran, pass } = machine();
    keys.press(["g"]);
    pass(2_000);
    keys.press(["o"]);
    expect(ran).toEqual(["book"]);
  });
});

describe("a command that sends an order", () => {
  it("is armed by the first press and run by the second", () => {
    const { keys, ran, pass } = machine();
    expect(keys.press(["Shift+c"])).toBe(true);
    expect(ran).toEqual([]);
    expect(keys.state).toMatchObject({ kind: "armed", command: { id: "cancel-all" } });
    pass(500);
    keys.press(["Shift+c"]);
    expect(ran).toEqual(["cancel-all"]);
    expect(keys.state.kind).toBe("idle");
  });

  it("needs two more presses after it has run", () => {
    const { keys, ran, pass } = machine();
    for (let presses = 0; presses < 4; presses += 1) {
      keys.press(["Shift+c"]);
      pass(300);
    }
    expect(ran).toEqual(["cancel-all", "cancel-all"]);
  });

  it("is disarmed by time", () => {
    const { keys, ran, pass, states } = machine();
    keys.press(["Shift+c"]);
    pass(ARMED_MS);
    keys.press(["Shift+c"]);
    expect(ran).toEqual([]);
    expect(states).toEqual(["armed", "idle", "armed"]);
  });

  it("is armed again, not run, by a press that comes too late although the timer is late too", () => {
    const { keys, ran, pass } = machine();
    keys.press(["Shift+c"]);
    pass(ARMED_MS + 1, 60_000);
    keys.press(["Shift+c"]);
    expect(ran).toEqual([]);
    expect(keys.state.kind).toBe("armed");
  });

  it("is not run by a key that bounces", () => {
    const { keys, ran, pass } = machine();
    keys.press(["Shift+c"]);
    pass(20);
    expect(keys.press(["Shift+c"])).toBe(true);
    expect(ran).toEqual([]);
    pass(400);
    keys.press(["Shift+c"]);
    expect(ran).toEqual(["cancel-all"]);
  });

  it("is disarmed by Escape and by every other key", () => {
    const { keys, ran, pass } = machine();
    keys.press(["Shift+c"]);
    expect(keys.reset()).toBe(true);
    expect(keys.reset()).toBe(false);
    keys.press(["Shift+c"]);
    pass(300);
    keys.press(["b"]);
    keys.press(["Shift+c"]);
    expect(ran).toEqual(["buy"]);
    pass(300);
    keys.press(["y"]);
    keys.press(["Shift+c"]);
    expect(ran).toEqual(["buy"]);
  });

  it("does not confirm another command", () => {
    const { keys, ran, pass } = machine();
    keys.press(["Shift+c"]);
    pass(300);
    keys.press(["Shift+f"]);
    expect(ran).toEqual([]);
    expect(keys.state).toMatchObject({ kind: "armed", command: { id: "close" } });
  });

  it("that cannot run at the moment says so at once instead of arming", () => {
    const gone = command("close", "Shift+f", { arms: true, unavailable: "No position." });
    const { keys, ran } = machine([gone]);
    keys.press(["Shift+f"]);
    expect(ran).toEqual(["close"]);
    expect(keys.state.kind).toBe("idle");
  });

  it("is armed again when it would do something other than announced", () => {
    const list = [command("close", "Shift+f", { arms: true, title: "Close BTCUSDC" })];
    const { keys, ran, pass } = machine(list);
    keys.press(["Shift+f"]);
    list[0] = command("close", "Shift+f", { arms: true, title: "Close ETHUSDC" });
    pass(300);
    keys.press(["Shift+f"]);
    expect(ran).toEqual([]);
    expect(keys.state).toMatchObject({ kind: "armed", command: { title: "Close ETHUSDC" } });
  });

  it("is looked up again: one that has become unavailable meanwhile is not run", () => {
    const list = [command("close", "Shift+f", { arms: true })];
    const { keys, pass } = machine(list);
    keys.press(["Shift+f"]);
    list.length = 0;
    pass(300);
    expect(keys.press(["Shift+f"])).toBe(false);
    expect(keys.state.kind).toBe("idle");
  });
});
