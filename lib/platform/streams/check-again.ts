/** Open streams ask for their credential every 15 s; when this process ends one, they ask at once. */
import { processSlot } from "#lib/kernel/process-slot.ts";

const slot = processSlot<(userId: string) => void>("stream-checks");

/** Sets what `checkStreamsOf` calls. `undefined` removes it. */
export function onStreamChecks(check: ((userId: string) => void) | undefined): void {
  slot.value = check;
}

/** Call it when a session or a key of the user has ended, behind the transaction. */
export function checkStreamsOf(userId: string): void {
  slot.value?.(userId);
}
