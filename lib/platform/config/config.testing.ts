/** Settings that a test has chosen. */
import { vi } from "vitest";
import { processSlot } from "#lib/kernel/process-slot.ts";

/** Until {@link restoreSettings}; undefined means not set. */
export function stubSettings(settings: Readonly<Record<string, string | undefined>>): void {
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
  readAgain();
}

export function restoreSettings(): void {
  vi.unstubAllEnvs();
  readAgain();
}

/** `config()` reads the environment at its next call. */
function readAgain(): void {
  processSlot("config").value = undefined;
}
