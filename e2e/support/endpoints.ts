/** Where the stack of the journeys is, what it wrote, and what its operator knows; handed to Playwright's workers in their environment. */
import type { Endpoints } from "#scripts/stack/data-dir.ts";

const ENDPOINTS = "STACK_ENDPOINTS";
const OPERATOR_KEY = "STACK_OPERATOR_KEY";
const FOLDER = "STACK_FOLDER";

export type ProvidedStack = { endpoints: Endpoints; operatorKey: string; dataDir: string };

export function provideStack({ endpoints, operatorKey, dataDir }: ProvidedStack): void {
  process.env[FOLDER] = dataDir;
  process.env[ENDPOINTS] = JSON.stringify(endpoints);
  process.env[OPERATOR_KEY] = operatorKey;
}

/** @throws Error outside a run that the global setup has prepared. */
export function stackEndpoints(): Endpoints {
  return JSON.parse(given(ENDPOINTS)) as Endpoints;
}

/** The key of the venue's operator. @throws Error outside a run that the global setup has prepared. */
export function operatorKey(): string {
  return given(OPERATOR_KEY);
}

/** Everything that the stack writes: database, journal, logs. @throws Error outside such a run. */
export function stackFolder(): string {
  return given(FOLDER);
}

function given(name: string): string {
  const text = process.env[name];
  if (!text) throw new Error("The journeys run through e2e/playwright.config.ts only.");
  return text;
}
