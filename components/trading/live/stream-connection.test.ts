import { beforeEach, describe, expect, test } from "vitest";
import { FakeSource } from "./stream.testing.ts";
import { Connection, type ConnectionState } from "./stream-connection.ts";

const stream = (market: string) => ({ url: `/stream?market=${market}`, markets: [market] });

let now = 0;
let random = 0;
let losses = 0;
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
  [now, random, losses] = [1_000_000, 0, 0];
  connection = new Connection(stream("A"), {
    env: {
      now: () => now,
      random: () => random,
      openSource,
      openShort: (url) => openSource(`${url}&seconds=2`),
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

describe("a proxy that holds streams back until they end:", () => {
  const urls = () => sources.map(({ url }) => url.replace("/stream?market=", ""));
  /** The answer of a short stream: its head, its events, its end. */
  const poll = (price: number) => {
    sources.at(-1)!.accept();
    sources.at(-1)!.send("mark", price);
    sources.at(-1)!.drop();
  };

  const pollFor = (milliseconds: number, source = sources.at(-1)!) => {
    for (let passed = 0; passed < milliseconds; passed += 2_500) {
      source.accept();
      source.send("mark", passed);
      source.drop();
      pass(2_500);
    }
  };

  test("an open stream without an event for 20 s becomes short ones", () => {
    pass(20_000);
    expect(urls()).toEqual(["A"]);
    pass(500);
    expect(urls()).toEqual(["A", "A&seconds=2"]);
    expect(states).toEqual(["open", "reconnecting"]);
    poll(1);
    pass(2_500);
    poll(2);
    expect([messages, urls().length]).toEqual([["A mark 1", "A mark 2"], 2]);
    // Their end is no interruption, but what happened in between may be missed.
    expect([states.at(-1), losses]).toEqual(["polling", 2]);
  });

  test("one that holds the head back too is found by the request without an answer", () => {
    sources[0]!.refuse();
    pass(1_000);
    pass(17_500);
    expect(urls()).toEqual(["A", "A", "A&seconds=2"]);
    poll(1);
    expect(states.at(-1)).toBe("polling");
  });

  test("after two minutes a lasting stream is tried, and stays when it has an event", () => {
    pass(20_500);
    pollFor(122_000);
    expect(urls().at(-1)).toBe("A");
    const [short, lasting] = sources.slice(-2) as [FakeSource, FakeSource];
    lasting.accept();
    expect([short.readyState, states.at(-1)]).toEqual([0, "polling"]);
    lasting.send("mark", 7);
    expect([short.readyState, states.at(-1), messages.at(-1)]).toEqual([2, "open", "A mark 7"]);
  });

  test("a lasting stream that is held back again ends, and the short ones go on", () => {
    pass(20_500);
    const short = sources.at(-1)!;
    pollFor(122_000);
    const lasting = sources.at(-1)!;
    lasting.accept();
    pollFor(20_000, short);
    expect([lasting.readyState, short.readyState, states.at(-1)]).toEqual([2, 0, "polling"]);
  });

  test("a network that is gone interrupts short streams as well", () => {
    pass(20_500);
    poll(1);
    sources.at(-1)!.drop();
    expect(states.at(-1)).toBe("reconnecting");
    poll(2);
    expect(states.at(-1)).toBe("polling");
  });

  test("short streams without an answer give way to a lasting one, which may work by now", () => {
    pass(20_500);
    pass(18_000);
    expect(urls().at(-1)).toBe("A");
    sources.at(-1)!.accept();
    sources.at(-1)!.send("mark", 3);
    expect([states.at(-1), messages]).toEqual(["open", ["A mark 3"]]);
  });

  test("a page that wakes tries a lasting stream at once", () => {
    pass(20_500);
    poll(1);
    connection.wake();
    expect(urls().at(-1)).toBe("A");
  });
});
