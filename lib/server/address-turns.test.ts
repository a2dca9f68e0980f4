import { beforeEach, expect, test } from "vitest";
import { ManualTimers } from "#lib/kernel/time/timers.testing.ts";
import { AddressTurns, AT_ONCE, TURN_MS } from "./address-turns.ts";

let timers: ManualTimers;
let turns: AddressTurns;
let begun: string[];
beforeEach(() => {
  timers = new ManualTimers(0);
  turns = new AddressTurns(timers);
  begun = [];
});

/** Asks for a turn. @returns what ends the request */
function ask(name: string, address = "192.0.2.1"): () => Promise<void> {
  let over = () => {};
  const turn = turns.take(address, (end) => {
    over = end;
  });
  void turn.then((hasTurn) => begun.push(hasTurn ? name : `${name} left`));
  return async () => {
    over();
    await settled();
  };
}

const settled = () => timers.advance(0);

test("few requests of an address begin at a time, the others in the order of their arrival", async () => {
  const ends = ["a", "b", "c", "d", "e"].map((name) => ask(name));
  await settled();
  expect(begun).toEqual(["a", "b", "c"]);
  expect(begun).toHaveLength(AT_ONCE);
  await ends[1]?.();
  await ends[1]?.();
  expect(begun).toEqual(["a", "b", "c", "d"]);
  await ends[0]?.();
  expect(begun).toEqual(["a", "b", "c", "d", "e"]);
});

test("another address does not wait for them, one of the same IPv6 network does", async () => {
  for (const name of ["a", "b", "c", "d"]) ask(name, "2001:db8:0:1::1");
  ask("same", "2001:db8:0:1:ffff::2");
  ask("other", "2001:db8:0:2::1");
  await settled();
  expect(begun).toEqual(["a", "b", "c", "other"]);
});

test("a request that ends while it waits leaves the line", async () => {
  const [first] = ["a", "b", "c"].map((name) => ask(name));
  const leave = ask("d");
  ask("e");
  await leave();
  await first?.();
  expect(begun).toEqual(["a", "b", "c", "d left", "e"]);
});

test("a request that has ended before it asks gets no turn", async () => {
  expect(await turns.take("192.0.2.1", (over) => over())).toBe(false);
  expect([turns.size, timers.pending()]).toEqual([0, []]);
});

test("a client that reads slowly holds up its address for a moment only", async () => {
  for (const name of ["a", "b", "c", "d"]) ask(name);
  await timers.advance(TURN_MS - 1);
  expect(begun).toHaveLength(3);
  await timers.advance(1);
  expect(begun).toEqual(["a", "b", "c", "d"]);
});

test("an address is forgotten when its requests are over", async () => {
  const ends = ["a", "b", "c", "d"].map((name) => ask(name));
  await settled();
  expect(turns.size).toBe(1);
  for (const end of ends) await end();
  expect([turns.size, timers.pending()]).toEqual([0, []]);
});
