/** Set-up of files that share a process: what one of them moves, stubs, spies on or opens is not there for the next. */
import { afterAll, vi } from "vitest";
import { processSlot } from "#lib/kernel/process-slot.ts";

afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  // A closed database that stays the one of the process would be given to the next file that opens its own.
  processSlot("database").value = undefined;
});
