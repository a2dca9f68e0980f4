import { beforeEach, describe, expect, test } from "vitest";
import { FakeSource } from "./stream.testing.ts";
import { Connection, type ConnectionState } from "./stream-connection.ts";

const stream = (market: string) => ({ url: `/stream?market=${market}`, markets: [market] });

let now = 0;
let random = 0;
let losses = 0;
let heldBack = 0;
const sources: FakeSource[] = [];
const states: ConnectionState[] = [];
const messages: string[] = [];
let connection: Connection;

function openSource(url: string): FakeSource {
  const source = new FakeSource(url);
  sources.push(source);
  return source;
}

/** Advances half a second at a time, as the tab's timer does. */
function pass(milliseconds: number): void {
  for (const end = now + milliseconds; now < end; ) {
    now = Math.min(end, now + 500);
    connection.tick();
  }
}

beforeEach(() => {
  for (const list of [sources, states, messages]) list.length = 0;
  [now, random, losses, heldBack] = [1_000_000, 0, 0, 0];
  connection = new Connection(stream("A"), {
    env: {
      now: () => now,
      random: () => random,
      openSource,
      holdBack: () => void (heldBack += 1),
    },
    onMessage: ({ markets }, { event, text }) =>
      messages.push(`${markets.join()} ${event} ${text}`),
    onState: (state) => states.push(state),
    onLoss: () => {
      losses += 1;
    },
    onAccountRefused: (account) => {
      messages.push(`refused ${account}`);
      connection.follow(stream("A"));
    },
  });
  sources[0]!.accept();
});

test("40 s without any event, heartbeats included, mean a dead stream, which is opened again", () => {
  sources[0]!.send("mark", 1);
  pass(39_000);
  expect(sources).toHaveLength(1);
  sources[0]!.send("hb", {});
  pass(40_000);
  expect(sources).toHaveLength(1);
  pass(500);
  expect(sources).toHaveLength(2);
  expect(states).toEqual(["open", "reconnecting"]);
  expect(sources[0]!.readyState).toBe(2);
  sources[1]!.accept();
  expect([states.at(-1), losses]).toEqual(["open", 1]);
});

test("a refused stream is retried after 1 s, doubling to 15 s, and the delay resets after success", () => {
  const waits: number[] = [];
  for (let attempt = 0; attempt < 6; attempt += 1) {
    sources.at(-1)!.refuse();
    const [before, since] = [sources.length, now];
    while (sources.length === before) pass(500);
    waits.push(now - since);
  }
  expect(waits).toEqual([1_000, 2_000, 4_000, 8_000, 15_000, 15_000]);
  sources.at(-1)!.accept();
  sources.at(-1)!.refuse();
  const before = sources.length;
  pass(1_000);
  expect(sources).toHaveLength(before + 1);
});

test("clients that were refused together do not come back together, and none waits longer than told", () => {
  random = 1;
  sources[0]!.refuse();
  pass(500);
  expect(sources).toHaveLength(1);
  now += 250;
  connection.tick();
  expect(sources).toHaveLength(2);
});

test("a drop that the browser retries by itself is left to it, and counts as a loss when it is back", () => {
  sources[0]!.drop();
  pass(5_000);
  expect([sources.length, states.at(-1), losses]).toEqual([1, "reconnecting", 0]);
  sources[0]!.accept();
  expect([states.at(-1), losses]).toEqual(["open", 1]);
});

test("another address is opened before the old stream ends, without a loss", () => {
  connection.follow(stream("B"));
  expect(sources.map(({ url }) => url)).toEqual(["/stream?market=A", "/stream?market=B"]);
  sources[0]!.send("hb", {});
  expect(messages).toEqual(["A hb {}"]);
  sources[1]!.accept();
  expect([sources[0]!.readyState, losses]).toEqual([2, 0]);
  sources[1]!.send("mark", 1);
  expect(messages.at(-1)).toBe("B mark 1");
  expect(states).toEqual(["open"]);
});

test("a refused change of address keeps the old stream running until the change is granted", () => {
  connection.follow(stream("B"));
  sources[1]!.refuse();
  expect([sources[0]!.readyState, states]).toEqual([1, ["open"]]);
  pass(1_000);
  expect(sources).toHaveLength(3);
  sources[2]!.accept();
  expect([sources[0]!.readyState, losses]).toEqual([2, 0]);
});

test("many quick changes open three streams at once and then one a second", () => {
  pass(10_000);
  for (let times = 0; times < 40; times += 1) {
    connection.follow(stream(`M${times}`));
    sources.at(-1)!.accept();
  }
  expect(sources).toHaveLength(1 + 3);
  pass(1_000);
  expect(sources.at(-1)!.url).toBe("/stream?market=M39");
  expect(sources).toHaveLength(1 + 4);
});

test("going back to the open address abandons the stream that was being opened", () => {
  connection.follow(stream("B"));
  connection.follow(stream("A"));
  expect([sources.length, sources[1]!.readyState]).toEqual([2, 2]);
  sources[0]!.send("hb", {});
  expect(messages).toEqual(["A hb {}"]);
});

test("waking replaces a silent stream at once, and keeps it until the new one is open", () => {
  now += 2_000;
  connection.wake();
  expect(sources).toHaveLength(1);
  now += 10_000;
  connection.wake();
  connection.wake();
  expect([sources.length, sources[0]!.readyState]).toEqual([2, 1]);
  sources[1]!.accept();
  expect([sources[0]!.readyState, losses]).toEqual([2, 1]);
});

test("a stream that was silent on waking is also replaced when the first try is refused", () => {
  now += 10_000;
  connection.wake();
  sources[1]!.refuse();
  pass(1_000);
  expect(sources).toHaveLength(3);
  sources[2]!.refuse();
  pass(2_000);
  expect([sources.length, sources[0]!.readyState]).toEqual([4, 1]);
  sources[3]!.accept();
  expect([sources[0]!.readyState, losses, states.at(-1)]).toEqual([2, 1, "open"]);
});

test("a stream that sends again after such a refusal is kept", () => {
  now += 10_000;
  connection.wake();
  sources[1]!.refuse();
  sources[0]!.send("hb", {});
  pass(20_000);
  expect([sources.length, sources[0]!.readyState]).toEqual([2, 1]);
});

test("waking ends the wait of a refused stream", () => {
  for (let attempt = 0; attempt < 4; attempt += 1) {
    sources.at(-1)!.refuse();
    pass(20_000);
  }
  sources.at(-1)!.refuse();
  const before = sources.length;
  connection.wake();
  expect(sources).toHaveLength(before + 1);
});

test("an unanswered request is abandoned after 15 s", () => {
  sources[0]!.refuse();
  pass(1_000);
  expect(sources).toHaveLength(2);
  pass(15_000);
  expect(sources[1]!.readyState).toBe(0);
  pass(3_000);
  expect([sources[1]!.readyState, sources.length]).toEqual([2, 3]);
});

test("a clock that is set back makes no wait longer", () => {
  sources[0]!.send("hb", {});
  now -= 3_600_000;
  pass(41_000);
  expect(sources).toHaveLength(2);
  sources[1]!.refuse();
  now -= 3_600_000;
  pass(15_500);
  expect(sources).toHaveLength(3);
});

test("a stopped stream stays silent", () => {
  connection.stop();
  sources[0]!.send("hb", {});
  sources[0]!.accept();
  expect([messages, sources[0]!.readyState]).toEqual([[], 2]);
});

describe("a proxy that holds streams back", () => {
  test("is found by an open stream without an event for 20 s, and another one is opened", () => {
    pass(20_000);
    expect([heldBack, sources.length]).toEqual([0, 1]);
    pass(500);
    expect([heldBack, sources[0]!.readyState, states.at(-1)]).toEqual([1, 2, "reconnecting"]);
    pass(1_000);
    sources[1]!.accept();
    sources[1]!.send("mark", 1);
    pass(30_000);
    expect([heldBack, sources.length, states.at(-1), losses]).toEqual([1, 2, "open", 1]);
  });

  test("is found by a request without an answer, when it holds the head back too", () => {
    sources[0]!.refuse();
    pass(1_000);
    pass(16_000);
    expect(heldBack).toBe(1);
  });

  test("is not suspected where events come, each time that the stream opens", () => {
    sources[0]!.send("mark", 1);
    pass(30_000);
    expect(heldBack).toBe(0);
    sources[0]!.drop();
    sources[0]!.accept();
    pass(20_500);
    expect(heldBack).toBe(1);
  });
});
