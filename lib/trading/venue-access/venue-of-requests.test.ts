import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { VenueAddresses } from "#lib/kernel/http/venue-addresses.ts";
import {
  connectPatiently,
  ownPrefix,
  probeRedis,
  ready,
} from "#lib/platform/http/redis.testing.ts";
import type { Stop } from "#lib/platform/process/process-part.ts";
import { closeRedis, type Redis } from "#lib/platform/redis.ts";
import { shareSilence } from "./venue-of-requests.ts";

const VENUE = "http://a:4000,http://b:4000";
const server = await probeRedis(process.env);

describe.skipIf(server.isSkipped)("what a replica finds silent", () => {
  let redis: Redis;
  let channel: string;
  let replicas: VenueAddresses[];
  let stops: Stop[];
  const log = { info: vi.fn<() => void>(), warn: vi.fn<() => void>() };

  beforeEach(async () => {
    vi.clearAllMocks();
    const prefix = ownPrefix();
    channel = `${prefix}:venue-silent`;
    replicas = [new VenueAddresses(VENUE), new VenueAddresses(VENUE)];
    stops = replicas.map((addresses) =>
      shareSilence({ addresses, redisUrl: server.url, log, prefix }),
    );
    redis = connectPatiently(server.url, () => undefined);
    await ready(redis);
    await vi.waitFor(async () => expect(await redis.publish(channel, "")).toBe(2));
  });
  afterEach(async () => {
    for (const stop of stops) await stop();
    await closeRedis(redis);
  });

  const current = () => replicas.map((addresses) => addresses.current);

  test("the others leave alone as well, although the next one refuses", async () => {
    replicas[0]?.moveFrom("http://a:4000", true);
    await vi.waitFor(() => expect(current()).toEqual(["http://b:4000", "http://b:4000"]));
    replicas[1]?.moveFrom("http://b:4000");
    expect(current()).toEqual(["http://b:4000", "http://b:4000"]);
    expect(log.info.mock.calls).toEqual([[{ venue: "http://a:4000" }, "a replica got no answer"]]);
  });

  test("is not told of one that only refuses, and addresses of others are ignored", async () => {
    replicas[0]?.moveFrom("http://a:4000");
    await redis.publish(channel, "http://c:4000");
    await redis.publish(channel, "http://b:4000");
    await vi.waitFor(() => expect(current()).toEqual(["http://a:4000", "http://a:4000"]));
    expect(log.info).toHaveBeenCalledTimes(1);
  });

  test("is told no more after the stop", async () => {
    await stops[0]?.();
    replicas[0]?.moveFrom("http://a:4000", true);
    await redis.publish(channel, "http://b:4000");
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(current()).toEqual(["http://b:4000", "http://a:4000"]);
  });
});

test("without Redis, a replica goes on alone and says so once", async () => {
  const { Secret } = await import("#lib/kernel/env.ts");
  const addresses = new VenueAddresses(VENUE);
  const warn = vi.fn<() => void>();
  const redisUrl = new Secret("redis://127.0.0.1:1");
  const stop = shareSilence({ addresses, redisUrl, log: { info: () => {}, warn } });
  addresses.moveFrom("http://a:4000", true);
  expect(addresses.current).toBe("http://b:4000");
  await vi.waitFor(() => expect(warn).toHaveBeenCalledOnce());
  await stop();
});
