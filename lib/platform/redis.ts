/** The connection to Redis, for what replicas share and may lose: each goes on alone without it. */
import { Redis } from "ioredis";
import type { Secret } from "#lib/kernel/env.ts";

const CONNECT_TIMEOUT_MS = 2_000;
const PATIENCE: RedisPatience = { commandMs: 500, silenceMs: 1_000 };
const RECONNECT_STEP_MS = 200;
const MAX_RECONNECT_MS = 5_000;
const QUIET_MS = 60_000;

export type { Redis };

/** Redis answers within a millisecond; callers have a fallback when it does not. */
export type RedisPatience = {
  /** How long a command may take. */
  commandMs: number;
  /** How long an answer may be missing before the connection and its pending commands are dropped. */
  silenceMs: number;
};

/**
 * Connects in the background and again whenever the connection breaks. A command fails at once while there is none, and
 * is never sent twice.
 * @param onError called for each connection that fails or breaks
 */
export function connectRedis(
  url: Secret,
  onError: (error: Error) => void,
  { commandMs, silenceMs } = PATIENCE,
): Redis {
  const redis = new Redis(url.reveal(), {
    connectionName: "svc-app",
    connectTimeout: Math.max(CONNECT_TIMEOUT_MS, silenceMs),
    commandTimeout: commandMs,
    socketTimeout: silenceMs,
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    retryStrategy: (attempts) => Math.min(attempts * RECONNECT_STEP_MS, MAX_RECONNECT_MS),
  });
  redis.on("error", onError);
  return redis;
}

/** Ends the connection after the commands under way, at the latest when the timeout of a command has passed. */
export async function closeRedis(redis: Redis): Promise<void> {
  try {
    await redis.quit();
  } catch {
    // The server does not answer or was never reached, so QUIT would wait in vain.
    redis.disconnect();
  }
}

/** Reports failures of connections at most once a minute: there are many while Redis is away. */
export function onceAMinute(report: (error: unknown) => void): (error: unknown) => void {
  let quietUntil = 0;
  return (error) => {
    if (Date.now() < quietUntil) return;
    quietUntil = Date.now() + QUIET_MS;
    report(error);
  };
}
