/** The collector of this process, which also removes what is old. The server opens it; bundled route handlers, which have their own copy of this module, share it. */
import "server-only";
import { KeyUsage, type KeyUse } from "./collector.ts";
import { startPruning } from "./prune.ts";
import { usageStore } from "./store.ts";

type Options = Pick<ConstructorParameters<typeof KeyUsage>[0], "timers" | "log">;

const SLOT: unique symbol = Symbol.for("svc.key-usage");
const holder: typeof globalThis & { [SLOT]?: KeyUsage | undefined } = globalThis;

/** Starts counting; the answer writes for the last time and ends it. Before and after it, uses are not counted. */
export function openKeyUsage(options: Options): () => Promise<void> {
  const usage = new KeyUsage({ ...options, store: usageStore });
  const stopPruning = startPruning(options);
  holder[SLOT] = usage;
  return async () => {
    holder[SLOT] = undefined;
    await Promise.all([usage.stop(), stopPruning()]);
  };
}

/** Counts one request of a key that is known, whether it was let in or not. */
export function noteKeyUse(use: KeyUse): void {
  holder[SLOT]?.note(use);
}
