/** Two replicas that share reads over one Redis. */
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { openGateway, ownPrefix, probeRedis, ready } from "#lib/platform/http/redis.testing.ts";
import { closeRedis, connectRedis, type Redis } from "#lib/platform/redis.ts";
import { type Share, SharedReads } from "./shared-reads.ts";

const schema = z.strictObject({ price: z.string() });
const server = await probeRedis(process.env);

describe.skipIf(server.isSkipped)("reads that replicas share", () => {
  let gateway: Awaited<ReturnType<typeof openGateway>>;
  let connections: Redis[];
  let one: Share;
  let other: Share;
  let failures: number;
  let reads: number;
  let answer: () => Promise<{ price: string }>;

  beforeEach(async () => {
    gateway = await openGateway(server.url);
    const prefix = ownPrefix();
    failures = 0;
    reads = 0;
    answer = async () => ({ price: "1.50" });
    connections = [0, 1].map(() => connectRedis(gateway.url, () => undefined));
    await Promise.all(connections.map(ready));
    const count = () => {
      failures += 1;
    };
    [one, other] = connections.map((redis) => new SharedReads(redis, prefix, count).share) as [
      Share,
      Share,
    ];
  });
  afterEach(async () => {
    await Promise.all(connections.map(closeRedis));
    await gateway.close();
  });

  const read = () => {
    reads += 1;
    return answer();
  };
  const totals = (freshMs = 60_000) => ({ name: "totals", freshMs, schema, read });

  test("are read once, also by replicas that ask at the same moment, and last as long as one", async () => {
    const { promise, resolve } = Promise.withResolvers<{ price: string }>();
    answer = () => promise;
    const answers = [one(totals()), other(totals()), other(totals())];
    await sleep(60);
    resolve({ price: "2.50" });
    for (const { value, freshMs } of await Promise.all(answers)) {
      expect(value).toEqual({ price: "2.50" });
      expect(freshMs).toBeGreaterThan(0);
    }
    await sleep(40);
    const later = await other(totals());
    expect(later.value).toEqual({ price: "2.50" });
    expect(later.freshMs).toBeLessThan(60_000 - 30);
    expect(reads).toBe(1);
    expect(await one({ ...totals(), name: "markets" })).toMatchObject({ freshMs: 60_000 });
    expect(reads).toBe(2);
  });

  test("are read again when they are old", async () => {
    await one(totals(30));
    await sleep(60);
    answer = async () => ({ price: "3" });
    expect((await other(totals())).value).toEqual({ price: "3" });
    expect(reads).toBe(2);
  });

  test("that fail are tried by the next replica at once", async () => {
    answer = () => Promise.reject(new Error("the venue is away"));
    await expect(one(totals())).rejects.toThrow("the venue is away");
    answer = async () => ({ price: "4" });
    expect((await other(totals())).value).toEqual({ price: "4" });
  });

  test("replace what another version has stored in another shape", async () => {
    await one({
      ...totals(),
      schema: z.looseObject({ price: z.string() }),
      read: async () => ({ price: "1", tax: "2" }),
    });
    expect((await other(totals())).value).toEqual({ price: "1.50" });
    expect((await one(totals())).value).toEqual({ price: "1.50" });
    expect([reads, failures]).toEqual([1, 0]);
  });

  test("do not wait for a replica that reads for long", async () => {
    answer = () => new Promise(() => {});
    void one(totals());
    await sleep(20);
    answer = async () => ({ price: "5" });
    expect((await other(totals())).value).toEqual({ price: "5" });
  });

  test("are each replica's own without Redis", async () => {
    await gateway.close();
    expect((await one(totals())).value).toEqual({ price: "1.50" });
    expect((await other(totals())).value).toEqual({ price: "1.50" });
    expect([reads, failures > 0]).toEqual([2, true]);
  });
});
