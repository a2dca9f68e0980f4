/** Set-up of files that share a process: what one of them moves, stubs, spies on or opens is not there for the next. */
import { afterAll, vi } from "vitest";
import { emptyProcessSlots } from "#lib/kernel/process-slot.testing.ts";

afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  // A closed database, or settings that were read, would be given to the next file that has its own.
  emptyProcessSlots();
});
