/** Streams of two definitions at one server: a tape with a history, and one user's own events. */
import type { IncomingMessage } from "node:http";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import { MAX_WAITING_BYTES } from "#lib/kernel/streams/slow-reader.ts";
import { metrics } from "#lib/platform/metrics.ts";
import { EventHistory } from "./event-history.ts";
import type { StreamDefinition, StreamOwner } from "./stream-definition.ts";
import { TestFeed, TestStreams } from "./streams.testing.ts";

const TAPE = "/api/tape/stream";
const OWN = "/api/own/stream";
/** So many events the tape keeps, and so many of them a new reader gets. */
const KEPT = 6;
const SHOWN = 3;

/** Users by the token that they send. */
let users: Map<string, string>;
let history: EventHistory;
let tape: TestFeed;
/** One for each call of the definition, as a definition makes them. */
let owned: Map<string, TestFeed>;
let streams: TestStreams;
let swaps: number;

function swap(text = ""): void {
  swaps += 1;
  const id = String(swaps);
  history.add(id, tape.send({ id, event: "swap", json: JSON.stringify({ seq: swaps, text }) }));
}

function readerOf(request: IncomingMessage): Promise<StreamOwner> {
  const userId = users.get(request.headers.authorization ?? "");
  return userId === undefined
    ? Promise.reject(new ServiceError("UNKNOWN_TOKEN"))
    : Promise.resolve({ userId, account: undefined, check: () => readerOf(request) });
}

/** A query may ask for the tape, or for something that does not exist. */
const TAPE_STREAM: StreamDefinition = {
  path: TAPE,
  parameters: ["events"],
  feeds: ({ query }) => {
    const event = query.get("events");
    if (event !== null && event !== "swap") {
      throw new ServiceError("UNKNOWN_EVENT", { event, allowed: "swap" });
    }
    const state = (last: string | undefined) =>
      (last === undefined ? undefined : history.after(last)) ?? history.latest(SHOWN);
    return [{ key: "tape", state, subscribe: tape.subscribe }];
  },
};

const OWN_STREAM = {
  path: OWN,
  parameters: [],
  readerOf,
  feeds: ({ reader }) => {
    const { userId = "" } = reader ?? {};
    const feed = owned.get(userId) ?? new TestFeed("own");
    owned.set(userId, feed);
    return [feed];
  },
} satisfies StreamDefinition;

beforeEach(async () => {
  users = new Map([
    ["Bearer ada", "usr_ada"],
    ["Bearer bob", "usr_bob"],
  ]);
  history = new EventHistory(KEPT);
  tape = new TestFeed("tape");
  owned = new Map();
  swaps = 0;
  const limits = { streams: 5, streamsOfAddress: 4, connectsAMinute: 30 };
  streams = await TestStreams.start([TAPE_STREAM, OWN_STREAM], limits);
});
afterEach(() => streams.stop());

const until = (check: () => void) => vi.waitFor(check, { interval: 5 });
const seqsIn = (text: string) =>
  [...text.matchAll(/^id: (\d+)\nevent: swap\n/gm)].map(([, id]) => Number(id));
const after = (id: string) => streams.open(TAPE, { "last-event-id": id });
const asUser = (name: string) => streams.open(OWN, { authorization: `Bearer ${name}` });

describe("a stream with a history", () => {
  beforeEach(() => {
    for (let made = 0; made < 8; made += 1) swap();
  });

  test("gives a new reader the newest events, then each further one with its id", async () => {
    const stream = await streams.open(TAPE);
    await until(() => expect(seqsIn(stream.text())).toEqual([6, 7, 8]));
    expect(stream.text()).toBe(
      `retry: 3000\n${[6, 7, 8].map((seq) => `id: ${seq}\nevent: swap\ndata: {"seq":${seq},"text":""}\n\n`).join("")}`,
    );
    swap();
    await until(() => expect(seqsIn(stream.text())).toEqual([6, 7, 8, 9]));
  });

  test("gives a reader that comes back what it missed, each event once and in order", async () => {
    const first = await streams.open(TAPE);
    await until(() => expect(seqsIn(first.text())).toEqual([6, 7, 8]));
    first.close();
    await until(() => expect(streams.server.size).toBe(0));
    for (let made = 0; made < 4; made += 1) swap();
    const again = await after("8");
    swap();
    await until(() => expect(seqsIn(again.text())).toEqual([9, 10, 11, 12, 13]));
  });

  test("takes the last event from the query too, and the header before it", async () => {
    const stream = await streams.open(`${TAPE}?lastEventId=7`);
    await until(() => expect(seqsIn(stream.text())).toEqual([8]));
    const both = await streams.open(`${TAPE}?lastEventId=7`, { "last-event-id": "6" });
    await until(() => expect(seqsIn(both.text())).toEqual([7, 8]));
  });

  test("gives nothing twice to a reader that has the newest", async () => {
    const stream = await after("8");
    swap();
    await until(() => expect(seqsIn(stream.text())).toEqual([9]));
  });

  test.each(["2", "77", "", "nonsense", "__proto__"])(
    "treats a reader whose last event %j is not kept as a new one",
    async (id) => {
      const stream = await after(id);
      await until(() => expect(seqsIn(stream.text())).toEqual([6, 7, 8]));
    },
  );

  test("keeps as many events as it may", () => {
    expect(history.latest(100)).toHaveLength(KEPT);
    expect(history.after("3")).toHaveLength(5);
    expect(history.after("2")).toBeUndefined();
  });
});

describe("streams of several definitions", () => {
  test("are refused as JSON before they begin, each by its own rules", async () => {
    for (const [path, status, error] of [
      [`${TAPE}?events=block`, 400, "UNKNOWN_EVENT"],
      [`${TAPE}?event=swap`, 400, "MALFORMED_QUERY"],
      [OWN, 401, "UNKNOWN_TOKEN"],
      ["/api/nothing/stream", 404, "NOT_FOUND"],
    ] as const) {
      const refused = await streams.open(path);
      expect(refused.status).toBe(status);
      await until(() => expect(JSON.parse(refused.text())).toMatchObject({ error }));
    }
    expect(streams.server.size).toBe(0);
    expect([TAPE, OWN, "/api/nothing/stream"].map((path) => streams.server.serves(path))).toEqual([
      true,
      true,
      false,
    ]);
  });

  test("have one limit of open streams and one of attempts of an address, for all of them", async () => {
    const open = await Promise.all([streams.open(TAPE), asUser("ada"), asUser("bob")]);
    const fourth = await streams.open(TAPE);
    for (const path of [TAPE, OWN]) {
      const refused = await streams.open(path, { authorization: "Bearer ada" });
      expect(refused.status).toBe(429);
      await until(() => expect(refused.text()).toContain("TOO_MANY_STREAMS"));
    }
    for (const stream of [...open, fourth]) stream.close();
    await until(() => expect(streams.server.size).toBe(0));
    for (let count = 6; count < 30; count += 1) {
      expect((await streams.open(OWN, { authorization: "Bearer nobody" })).status).toBe(401);
    }
    const late = await streams.open(TAPE);
    expect([late.status, late.headers["retry-after"] === undefined]).toEqual([429, false]);
  });

  test("are ordinary texts that end after as many seconds as the reader asks for", async () => {
    swap();
    const [short, lasting] = [await streams.open(`${TAPE}?seconds=2`), await streams.open(TAPE)];
    swap();
    await until(() => expect(seqsIn(short.text())).toEqual([1, 2]));
    expect(short.headers["content-type"]).toBe("text/plain; charset=utf-8");
    expect(lasting.headers["content-type"]).toBe("text/event-stream; charset=utf-8");
    await streams.timers.advance(1_999);
    expect(short.ended()).toBe(false);
    await streams.timers.advance(1);
    await until(() => expect(short.ended()).toBe(true));
    expect([lasting.ended(), streams.server.size]).toEqual([false, 1]);
  });

  test("that a reader leaves before their end keep no timer", async () => {
    const before = streams.timers.pending();
    const short = await streams.open(`${TAPE}?seconds=60`);
    expect(streams.timers.pending()).toHaveLength(before.length + 1);
    short.close();
    await until(() => expect(streams.timers.pending()).toEqual(before));
  });

  test.each(["0", "61", "2.5", "-1", "", "two", "2&seconds=3"])(
    "are not given a length of %j seconds",
    async (seconds) => {
      const refused = await streams.open(`${TAPE}?seconds=${seconds}`);
      await until(() => expect(refused.text()).toContain("MALFORMED_QUERY"));
      expect(refused.status).toBe(400);
    },
  );

  test("get one heartbeat, which changes nobody's last event id", async () => {
    swap();
    const both = await Promise.all([streams.open(TAPE), asUser("ada")]);
    await until(() => expect(seqsIn(both[0].text())).toEqual([1]));
    await streams.timers.advance(15_000);
    for (const stream of both) {
      await until(() => expect(stream.text()).toMatch(/\nevent: hb\ndata: \{\}\n\n$/));
    }
  });

  test("all end cleanly at a drain, and new ones of each get 503", async () => {
    const both = await Promise.all([streams.open(TAPE), asUser("ada")]);
    streams.server.drain();
    for (const stream of both) await until(() => expect(stream.ended()).toBe(true));
    for (const refused of [await streams.open(TAPE), await asUser("ada")]) {
      expect([refused.status, refused.headers["retry-after"]]).toEqual([503, "3"]);
    }
    await until(() => expect(streams.server.size).toBe(0));
  });

  test("refuse a reader whose credential was being checked when the drain began", async () => {
    let proceed = () => {};
    const checked = new Promise<void>((resolve) => {
      proceed = resolve;
    });
    const ada = { userId: "usr_ada", account: undefined, check: async () => {} };
    const slow = await TestStreams.start([
      { ...OWN_STREAM, readerOf: () => checked.then(() => ada) },
    ]);
    const response = slow.open(OWN);
    await until(() => expect(slow.peers).toHaveLength(1));
    slow.server.drain();
    proceed();
    expect((await response).status).toBe(503);
    await slow.stop();
  });

  test("are counted by path in the metrics", async () => {
    await Promise.all([streams.open(TAPE), asUser("ada")]);
    const { values } = await metrics().streamsOpen.get();
    const open = values.filter(({ value }) => value > 0);
    expect(open.map(({ labels, value }) => [labels.stream, labels.market, value])).toEqual([
      [TAPE, "", 1],
      [OWN, "", 1],
    ]);
  });

  test("reset a reader that does not read when more waits than its queue holds; others stay", async () => {
    const patient = await asUser("ada");
    const { socket, received } = streams.connect(TAPE);
    await until(() => expect(received()).toContain("retry: 3000"));
    socket.pause();
    const isBlocked = () => streams.peers.some((peer) => peer.writableLength > 0);
    // The kernel accepts some megabytes before the server notices.
    while (!isBlocked()) {
      swap("x".repeat(40_000));
      await new Promise((resolve) => setTimeout(resolve, 12));
    }
    swap("y".repeat(MAX_WAITING_BYTES + 1));
    await until(() => expect(streams.server.size).toBe(1));
    expect(patient.ended()).toBe(false);
    socket.destroy();
  });
});

describe("a stream of one user's own", () => {
  test("shares nothing with the stream of another user, although the keys of their feeds are equal", async () => {
    const [ada, bob, again] = await Promise.all([asUser("ada"), asUser("bob"), asUser("ada")]);
    await until(() => expect(streams.server.size).toBe(3));
    expect([owned.get("usr_ada")?.listeners, owned.get("usr_bob")?.listeners]).toEqual([1, 1]);
    owned.get("usr_ada")?.send({ event: "points", json: '"of ada"' });
    await until(() => expect(ada.text() + again.text()).toMatch(/of ada[^]*of ada/));
    owned.get("usr_bob")?.send({ event: "points", json: '"of bob"' });
    await until(() => expect(bob.text()).toContain("of bob"));
    expect(bob.text()).not.toContain("of ada");
    expect(ada.text()).not.toContain("of bob");
  });

  test("ends within a heartbeat after its credential has ended, and no other does", async () => {
    const [ada, bob, open] = await Promise.all([asUser("ada"), asUser("bob"), streams.open(TAPE)]);
    await until(() => expect(streams.server.size).toBe(3));
    users.delete("Bearer ada");
    await streams.timers.advance(15_000);
    await until(() => expect(ada.ended()).toBe(true));
    expect([bob.ended(), open.ended()]).toEqual([false, false]);
    expect((await asUser("ada")).status).toBe(401);
  });

  test("ends at once when this process ends the credential", async () => {
    const [ada, bob] = await Promise.all([asUser("ada"), asUser("bob")]);
    await until(() => expect(streams.server.size).toBe(2));
    users.delete("Bearer ada");
    streams.server.checkUser("usr_bob");
    streams.server.checkUser("usr_ada");
    await until(() => expect(ada.ended()).toBe(true));
    expect(bob.ended()).toBe(false);
  });
});
