/** Which messages a replica believes. */
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { ManualTimers } from "#lib/kernel/time/timers.testing.ts";
import {
  connectPatiently,
  ownPrefix,
  probeRedis,
  ready,
} from "#lib/platform/http/redis.testing.ts";
import { closeRedis, type Redis } from "#lib/platform/redis.ts";
import type { RelayedBatch } from "./market-relay.ts";
import { topicEvent } from "./market-topics.ts";
import { RedisRelay } from "./redis-relay.ts";
import { encodeToAll } from "./relay-message.ts";

const server = await probeRedis(process.env);

describe.skipIf(server.isSkipped)("a relay over Redis", () => {
  let redis: Redis;
  let relay: RedisRelay;
  let timers: ManualTimers;
  let channel: string;
  const leadership = { leading: false };
  const taken: RelayedBatch[] = [];
  const heardTimes: number[] = [];
  const batch: RelayedBatch = {
    board: { kind: "market", market: "BTCUSDC" },
    events: [topicEvent("mark", '{"mark_price":"1"}'), topicEvent("trades", "[]", 7)],
    seen: 1_000,
  };

  beforeEach(async () => {
    const prefix = ownPrefix();
    channel = `${prefix}:market-events`;
    taken.length = 0;
    heardTimes.length = 0;
    leadership.leading = false;
    timers = new ManualTimers(0);
    redis = connectPatiently(server.url, () => undefined);
    await ready(redis);
    const log = { info: () => {}, warn: () => {} };
    relay = new RedisRelay({ url: server.url, leadership, timers, log, prefix });
    relay.start({
      take: (message) => taken.push(message),
      wanted: () => undefined,
      state: () => [batch],
      hears: (venueTime) => heardTimes.push(venueTime),
    });
    await vi.waitFor(async () => expect(await redis.publish(channel, "")).toBe(1));
  });
  afterEach(async () => {
    await relay.close();
    await closeRedis(redis);
  });

  const publish = (term: number, number: number) =>
    redis.publish(channel, encodeToAll({ term, number, batch }));
  const received = (count: number) => vi.waitFor(() => expect(taken).toHaveLength(count));

  test("takes what the newest leader tells, and nothing of one before it", async () => {
    expect(relay.follows).toBe(false);
    await publish(5, 1);
    await received(1);
    expect(relay.follows).toBe(true);
    expect(taken[0]).toEqual(batch);
    await redis.publish(channel, encodeToAll({ term: 5, number: 2, now: 1_234 }));
    await vi.waitFor(() => expect(heardTimes).toEqual([1_234]));
    await publish(4, 3);
    await publish(5, 3);
    await received(2);
    await publish(6, 1);
    await received(3);
  });

  test("speaks with a higher term after it has heard another leader", async () => {
    const heard: number[] = [];
    const listener = connectPatiently(server.url, () => undefined);
    await ready(listener);
    listener.on("message", (_, text: string) => heard.push(JSON.parse(text || "{}").term));
    await listener.subscribe(channel);
    const speaks = (term: number) =>
      vi.waitFor(() => {
        relay.beat(1_000);
        expect(heard.at(-1)).toBe(term);
      });
    leadership.leading = true;
    await speaks(1);
    leadership.leading = false;
    await redis.incr(`${channel.slice(0, channel.lastIndexOf(":"))}:market-term`);
    await publish(2, 1);
    await received(1);
    leadership.leading = true;
    await speaks(3);
    await closeRedis(listener);
  });

  test("counts a gap when a message is missing or another leader speaks", async () => {
    await publish(5, 1);
    await received(1);
    const { gaps } = relay;
    await publish(5, 2);
    await received(2);
    expect(relay.gaps).toBe(gaps);
    await publish(5, 4);
    await received(3);
    expect(relay.gaps).toBe(gaps + 1);
    await publish(6, 1);
    await received(4);
    expect(relay.gaps).toBe(gaps + 2);
  });

  test("ignores other versions and what is no message", async () => {
    for (const text of [
      "",
      "{",
      "[]",
      '{"version":1,"term":9,"number":1}',
      '{"version":3,"term":9,"number":1}',
    ]) {
      await redis.publish(channel, text);
    }
    await publish(1, 1);
    await received(1);
    expect(taken).toHaveLength(1);
  });

  test("follows nobody after silence, and nobody while it leads", async () => {
    await publish(5, 1);
    await received(1);
    await timers.advance(2_001);
    expect(relay.follows).toBe(false);
    // After silence a lower term is that of a Redis that has lost its count.
    await publish(1, 1);
    await received(2);
    expect(relay.follows).toBe(true);
    leadership.leading = true;
    expect(relay.follows).toBe(false);
  });
});
