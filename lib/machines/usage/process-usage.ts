/** The usage collector of this process, which also deletes old counts. The server opens it; bundled route handlers, which have their own copy of this module, share it. */
import "server-only";
import { KeyUsage, type KeyUse } from "./collector.ts";
import { startPruning } from "./prune.ts";
import { usageStore } from "./store.ts";

type Options = Pick<ConstructorParameters<typeof KeyUsage>[0], "timers" | "log">;

const SLOT: unique symbol = Symbol.for("svc.key-usage");
const holder: typeof globalThis & { [SLOT]?: KeyUsage | undefined } = globalThis;

/** Starts counting; the result writes for the last time and stops it. Outside of that, uses are not counted. */
export function openKeyUsage(options: Options): () => Promise<void> {
  const usage = new KeyUsage({ ...options, store: usageStore });
  const stopPruning = startPruning(options);
  holder[SLOT] = usage;
  return async () => {
    holder[SLOT] = undefined;
    await Promise.all([usage.stop(), stopPruning()]);
  };
}

/** Counts one request of a known key, accepted or refused. */
export function noteKeyUse(use: KeyUse): void {
  holder[SLOT]?.note(use);
}
