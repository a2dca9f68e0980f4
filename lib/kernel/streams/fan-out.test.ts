import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { FanOut } from "./fan-out.ts";
import type { Batch, Frame } from "./frames.ts";
import { HeldFrames } from "./held-frames.ts";
import type { StreamReader } from "./slow-reader.ts";

function frame(text: string, key?: string): Frame {
  return { bytes: Buffer.from(text), key };
}

/** Readers that record what they are sent; each send takes a millisecond of the clock that limits slices. */
function readers(count: number, clock: { ms: number }) {
  const got = Array.from({ length: count }, (): string[] => []);
  const to = got.map((texts) => {
    const send = (batch: Batch) => {
      clock.ms += 1;
      texts.push(batch.plain.toString());
    };
    return { send } as unknown as StreamReader;
  });
  return { got, to };
}

const clock = { ms: 0 };
beforeEach(() => {
  vi.spyOn(performance, "now").mockImplementation(() => clock.ms);
});
afterEach(() => vi.restoreAllMocks());

const turn = () => new Promise((resolve) => setImmediate(resolve));

async function turnsUntil(done: () => boolean): Promise<number> {
  let turns = 0;
  for (; !done(); turns += 1) await turn();
  return turns;
}

test("a batch to thousands goes out in slices, with turns of the event loop in between", async () => {
  const { got, to } = readers(3_200, clock);
  const fanOut = new FanOut((run) => run());
  fanOut.send([frame("a")], to);
  expect(got.filter((texts) => texts.length > 0)).toHaveLength(32);
  const turns = await turnsUntil(() => got.every((texts) => texts.length === 1));
  expect(turns).toBeGreaterThanOrEqual(99);
});

test("events of one moment go out in one write", () => {
  const { got, to } = readers(3, clock);
  const begin: (() => void)[] = [];
  const fanOut = new FanOut((run) => begin.push(run));
  fanOut.send([frame("[mark]", "mark")], to);
  fanOut.send([frame("[fill]")], to);
  expect(got.flat()).toEqual([]);
  for (const run of begin) run();
  expect(begin).toHaveLength(1);
  for (const texts of got) expect(texts).toEqual(["[mark][fill]"]);
});

test("a change while a batch waits goes out with it, in one write and at its latest", async () => {
  const { got, to } = readers(64, clock);
  const fanOut = new FanOut((run) => run());
  fanOut.send([frame("[first]")], to);
  fanOut.send([frame("[mark 1]", "mark"), frame("[fill 1]")], to);
  fanOut.send([frame("[mark 2]", "mark"), frame("[fill 2]")], to);
  await turnsUntil(() => got.every((texts) => texts.length === 2));
  for (const texts of got) expect(texts).toEqual(["[first]", "[fill 1][mark 2][fill 2]"]);
});

test("a reader that joined in between does not get earlier events", async () => {
  const { got, to } = readers(65, clock);
  const fanOut = new FanOut((run) => run());
  const before = to.slice(0, 64);
  fanOut.send([frame("[first]")], before);
  fanOut.send([frame("[second]")], before);
  fanOut.send([frame("[third]")], to);
  await turnsUntil(() => got.every((texts) => texts.at(-1) === "[third]"));
  expect(got[0]).toEqual(["[first]", "[second]", "[third]"]);
  expect(got[64]).toEqual(["[third]"]);
});

test("held frames keep the order of their latest change, and events that may not be dropped stay", () => {
  const held = new HeldFrames();
  const bar = { open: "kline:1s" };
  held.add(frame("open A", bar.open));
  held.add(frame("closed A"));
  held.add(frame("open B", bar.open));
  held.add(frame("closed B"));
  expect(held.bytes).toBe("closed Aopen Bclosed B".length);
  const texts = held.take().map(({ bytes }) => bytes.toString());
  expect(texts).toEqual(["closed A", "open B", "closed B"]);
  expect(held.bytes).toBe(0);
});
