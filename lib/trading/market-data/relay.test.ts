/** Two replicas on one clock that is moved by hand: the one that leads polls the venue, and the streams of both say the same. */
import http from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { isPostgresPromised, probePostgres } from "#lib/kernel/postgres.testing.ts";
import { ownPrefix, probeRedis } from "#lib/platform/http/redis.testing.ts";
import { KLINE_INTERVALS } from "#lib/protocol/kline.ts";
import type { MarketTopic } from "#lib/protocol/market/market-data.ts";
import { RedisRelay } from "./redis-relay.ts";
import { MARKET, type Replica, Replicas, silent } from "./replicas.testing.ts";

/** Any replica may read these. */
const SHARED = new Set(["/v1/markets", "/v1/stats"]);
const TOPICS = new Set<MarketTopic>([
  ...(["mark", "stats", "tape", "trades", "bbo", "orderbook", "block"] as const),
  ...KLINE_INTERVALS.map((interval) => `kline:${interval}` as const),
]);
const serverUrl = await probePostgres(process.env);
const redis = await probeRedis(process.env);
const isSkipped = redis.isSkipped || (serverUrl === undefined && !isPostgresPromised(process.env));

/** Skipped where either server cannot be reached, and never where TEST_DATABASE_URL or TEST_REDIS_URL promises it. */
describe.skipIf(isSkipped)("replicas that tell each other", () => {
  let replicas: Replicas;
  let line: http.Server;
  /** Paths that the second replica read from the venue. */
  const reads: string[] = [];

  beforeEach(async () => {
    replicas = await Replicas.open(serverUrl);
    line = http.createServer((request, response) => {
      reads.push(request.url?.split("?", 1)[0] ?? "");
      http.get(`${replicas.venue.url}${request.url}`, (answer) => {
        response.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(response);
      });
    });
    await new Promise<void>((resolve) => line.listen(0, "127.0.0.1", resolve));
  });
  afterEach(async () => {
    await replicas.close();
    line.closeAllConnections();
    line.close();
  });

  /** What readers of the market get from now on. */
  function listen({ data }: Replica): string[] {
    const published: string[] = [];
    data.subscribe(MARKET, TOPICS, (events) => {
      for (const { topic, json } of events) published.push(`${topic} ${json}`);
    });
    return published;
  }

  test("say the same, byte for byte, and the venue sees the reads of one", async () => {
    const prefix = ownPrefix();
    const relayOf: Parameters<Replicas["add"]>[0] = {
      relayOf: (leadership, timers) =>
        new RedisRelay({ url: redis.url, leadership, timers, log: silent, prefix }),
    };
    const one = replicas.add(relayOf);
    await replicas.ready(one);
    const { port } = line.address() as AddressInfo;
    const other = replicas.add({ ...relayOf, lateMs: 130, venueUrl: `http://127.0.0.1:${port}` });
    await replicas.ready(other);
    expect(replicas.leaders()).toEqual([one]);
    const [said, repeated] = [listen(one), listen(other)];

    /** Both have sent the same number, and more than before. */
    const step = async () => {
      await replicas.live(100);
      await vi.waitFor(() => expect(repeated.length).toBeGreaterThanOrEqual(said.length), {
        interval: 1,
      });
    };
    await vi.waitFor(
      async () => {
        reads.length = 0;
        for (let passed = 0; passed < 1_500; passed += 100) await step();
        expect(reads.filter((path) => !SHARED.has(path))).toEqual([]);
      },
      { interval: 1 },
    );
    said.length = 0;
    repeated.length = 0;
    for (let passed = 0; passed < 5_000; passed += 100) await step();
    await vi.waitFor(() => expect(repeated).toEqual(said));
    const topics = new Set(said.map((text) => text.split(" ", 1)[0]));
    expect([...topics]).toEqual(expect.arrayContaining(["mark", "trades", "stats", "kline:1s"]));
    expect(reads.filter((path) => !SHARED.has(path))).toEqual([]);
  });
});
