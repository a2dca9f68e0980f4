/** The connection to Redis, for what several replicas share and what may be lost: nothing waits for it, nothing depends on it. */
import { Redis } from "ioredis";
import type { Secret } from "./env.ts";

const CONNECT_TIMEOUT_MS = 2_000;
/** Redis answers within a millisecond; whoever asks has something else to do when it does not. */
const COMMAND_TIMEOUT_MS = 500;
/** So long a server may owe an answer before its connection is given up, and what waits on it with it. */
const SILENCE_MS = 1_000;
const RECONNECT_STEP_MS = 200;
const MOST_RECONNECT_MS = 5_000;

export type { Redis };

/**
 * Connects in the background and again whenever the connection breaks. A command fails at once while there is none, and
 * is never sent twice.
 * @param onError told of each connection that fails or breaks
 */
export function connectRedis(url: Secret, onError: (error: Error) => void): Redis {
  const redis = new Redis(url.reveal(), {
    connectionName: "svc-app",
    connectTimeout: CONNECT_TIMEOUT_MS,
    commandTimeout: COMMAND_TIMEOUT_MS,
    socketTimeout: SILENCE_MS,
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    retryStrategy: (attempts) => Math.min(attempts * RECONNECT_STEP_MS, MOST_RECONNECT_MS),
  });
  redis.on("error", onError);
  return redis;
}

/** Ends the connection after the commands under way, at the latest when the timeout of a command has passed. */
export async function closeRedis(redis: Redis): Promise<void> {
  try {
    await redis.quit();
  } catch {
    // It does not answer, or was never there: there is nobody to take leave of.
    redis.disconnect();
  }
}
