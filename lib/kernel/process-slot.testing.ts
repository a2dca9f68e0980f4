/** Slots as a new process has them. */
import type { ProcessSlot } from "./process-slot.ts";

export function emptyProcessSlots(): void {
  for (const key of Object.getOwnPropertySymbols(globalThis)) {
    if (Symbol.keyFor(key)?.startsWith("svc.") !== true) continue;
    const slot = Reflect.get(globalThis, key) as ProcessSlot<unknown>;
    slot.value = undefined;
  }
}
