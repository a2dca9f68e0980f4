/**
 * Set-up of every unit test: a wait may take as long as a busy machine needs. A condition that never comes true fails
 * after this time; one that comes true late is no failure.
 */
import { vi } from "vitest";

const PATIENCE_MS = 120_000;

const original = vi.waitFor;

const patient: typeof vi.waitFor = (callback, options = {}) => {
  const { timeout = 0, ...rest } = typeof options === "number" ? { timeout: options } : options;
  return original(callback, { ...rest, timeout: Math.max(PATIENCE_MS, timeout) });
};

// Files that share a process also share its `vi`.
if (original.name !== patient.name) vi.waitFor = patient;
