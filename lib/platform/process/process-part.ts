/** Parts of the app process that run beside requests. The server starts them in order and stops them in reverse. */

import type { Logger } from "#lib/kernel/log/log.ts";
import type { Timers } from "#lib/kernel/time/timers.ts";
import type { Config } from "#lib/platform/config/config.ts";

export type PartContext = { config: Config; timers: Timers; log: Logger };

/** Stops a part; resolves when nothing of it runs. */
export type Stop = () => Promise<void>;

export type ProcessPart = {
  readonly name: string;
  start: (context: PartContext) => Promise<void>;
  /** Does nothing before `start`, and at a second call. */
  stop: Stop;
};

/** @param begin starts the part and returns how to stop it; `undefined` when this configuration has no use for it */
export function processPart(
  name: string,
  begin: (context: PartContext) => Stop | undefined | Promise<Stop | undefined>,
): ProcessPart {
  let end: Stop | undefined;
  return {
    name,
    start: async (context) => {
      end = await begin(context);
    },
    stop: async () => {
      const running = end;
      end = undefined;
      await running?.();
    },
  };
}

/**
 * Starts the parts in order. The result stops them in reverse order.
 * @throws what a part threw, after those before it were stopped
 */
export async function startParts(
  parts: readonly ProcessPart[],
  context: PartContext,
): Promise<Stop> {
  const started: ProcessPart[] = [];
  const stop = async () => {
    for (const part of started.splice(0).toReversed()) await part.stop();
  };
  for (const part of parts) {
    try {
      await part.start(context);
      started.push(part);
    } catch (error) {
      await stop();
      throw error;
    }
  }
  return stop;
}
