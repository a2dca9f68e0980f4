/** The usage collector of this process, which also deletes old counts. The server opens it; bundled route handlers, which have their own copy of this module, share it. */
import { processSlot } from "#lib/kernel/process-slot.ts";
import "server-only";
import { type KeyRead, KeyUsage, type KeyUse } from "./collector.ts";
import { startPruning } from "./prune.ts";
import { usageStore } from "./store.ts";

type Options = Pick<ConstructorParameters<typeof KeyUsage>[0], "timers" | "log">;

const slot = processSlot<KeyUsage>("key-usage");

/** Starts counting; the result writes for the last time and stops it. Outside of that, uses are not counted. */
export function openKeyUsage(options: Options): () => Promise<void> {
  const usage = new KeyUsage({ ...options, store: usageStore });
  const stopPruning = startPruning(options);
  slot.value = usage;
  return async () => {
    slot.value = undefined;
    await Promise.all([usage.stop(), stopPruning()]);
  };
}

/** Counts one request of a known key, accepted or refused. */
export function noteKeyUse(use: KeyUse): void {
  slot.value?.note(use);
}

/** Counts what a program read of its user; the content is not kept. */
export function noteKeyRead(read: KeyRead): void {
  slot.value?.noteRead(read);
}
