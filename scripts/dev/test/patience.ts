/**
 * Set-up of every unit test: a wait may take as long as a busy machine needs. A condition that never comes true fails
 * after this time; one that comes true late passes.
 */
import { vi } from "vitest";

const PATIENCE_MS = Number(process.env["TEST_PATIENCE_MS"] ?? 120_000);

type Options = number | { timeout?: number; interval?: number };

function patient(options: Options = {}): { timeout: number; interval?: number } {
  const { timeout = 0, ...rest } = typeof options === "number" ? { timeout: options } : options;
  return { ...rest, timeout: Math.max(PATIENCE_MS, timeout) };
}

const { waitFor, waitUntil } = vi;

const patientWaitFor: typeof vi.waitFor = (callback, options) =>
  waitFor(callback, patient(options));
const patientWaitUntil: typeof vi.waitUntil = (callback, options) =>
  waitUntil(callback, patient(options));

// Files that share a process also share its `vi`.
if (waitFor.name !== patientWaitFor.name) {
  vi.waitFor = patientWaitFor;
  vi.waitUntil = patientWaitUntil;
}
