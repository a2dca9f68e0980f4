/**
 * A Redis server for tests: TEST_REDIS_URL, else the local one on 127.0.0.1:6379. A test that needs one is skipped where
 * neither answers, and fails where TEST_REDIS_URL promises one.
 */
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import net, { type AddressInfo, type Socket } from "node:net";
import { Secret } from "#lib/kernel/env.ts";
import { closeRedis, connectRedis, type Redis, type RedisPatience } from "#lib/platform/redis.ts";

/** For a test in which Redis answers, however busy the machine is. */
const PATIENCE: RedisPatience = { commandMs: 60_000, silenceMs: 120_000 };

/** The server's address, if one answers, and why tests are skipped if not. */
export async function probeRedis(
  environment: NodeJS.ProcessEnv,
): Promise<{ url: Secret; isSkipped: boolean; name: string }> {
  const promised = environment["TEST_REDIS_URL"];
  const url = new Secret(promised ?? "redis://127.0.0.1:6379");
  const redis = connectPatiently(url, () => undefined);
  const answers = await ready(redis).then(
    () => true,
    () => false,
  );
  await closeRedis(redis);
  const isSkipped = !answers && (environment["CI"] !== "true" || promised === undefined);
  return { url, isSkipped, name: isSkipped ? "Redis (skipped: none answers)" : "Redis" };
}

/** A connection that waits for answers. @param onError called for each connection that fails or breaks */
export function connectPatiently(url: Secret, onError: (error: Error) => void): Redis {
  return connectRedis(url, onError, PATIENCE);
}

/** Resolves when the client accepts commands. @throws when the first attempt to connect fails */
export async function ready(redis: Redis): Promise<void> {
  if (redis.status !== "ready") await once(redis, "ready");
}

/** Prefix of the keys of one test. */
export function ownPrefix(): string {
  return `svc-test-${randomUUID()}`;
}

export async function keysOf(redis: Redis, prefix: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const some of redis.scanStream({ match: `${prefix}:*`, count: 1_000 })) {
    keys.push(...(some as string[]));
  }
  return keys;
}

export async function removeKeys(redis: Redis, prefix: string): Promise<void> {
  const keys = await keysOf(redis, prefix);
  if (keys.length > 0) await redis.del(...keys);
}

/** Shortens the life of a test's keys, as if that much time had passed. */
export async function passTime(redis: Redis, prefix: string, milliseconds: number): Promise<void> {
  for (const key of await keysOf(redis, prefix)) {
    const left = (await redis.pttl(key)) - milliseconds;
    if (left > 0) await redis.pexpire(key, left);
    else await redis.del(key);
  }
}

export type Gateway = {
  url: Secret;
  /** From now on bytes are swallowed: connections stay open without answers. */
  hang: () => void;
  /** From now on all connections are cut and new ones refused. */
  close: () => Promise<void>;
};

/** A proxy to the Redis at `target` that a test can break. `port` 0: any. */
export async function openGateway(target: Secret, port = 0): Promise<Gateway & { port: number }> {
  const { hostname, port: targetPort } = new URL(target.reveal());
  const sockets = new Set<Socket>();
  let hangs = false;
  const server = net.createServer((inner) => {
    const outer = net.connect(Number(targetPort || 6379), hostname);
    for (const [from, to] of [
      [inner, outer],
      [outer, inner],
    ] as const) {
      sockets.add(from);
      from.on("data", (bytes) => void (hangs || to.write(bytes)));
      from.on("error", () => undefined);
      from.on("close", () => {
        sockets.delete(from);
        to.destroy();
      });
    }
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  const { port: own } = server.address() as AddressInfo;
  return {
    port: own,
    url: new Secret(`redis://127.0.0.1:${own}`),
    hang: () => {
      hangs = true;
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}
