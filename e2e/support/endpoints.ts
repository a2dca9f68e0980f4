/** The addresses and folders of the stack under test; Playwright's workers get them in their environment. */
import type { Endpoints } from "#scripts/dev/data-dir.ts";

const ENDPOINTS = "STACK_ENDPOINTS";
const FOLDER = "STACK_FOLDER";

export type ProvidedStack = { endpoints: Endpoints; dataDir: string };

export function provideStack({ endpoints, dataDir }: ProvidedStack): void {
  process.env[FOLDER] = dataDir;
  process.env[ENDPOINTS] = JSON.stringify(endpoints);
}

/** @throws Error outside a run that the global setup has prepared */
export function stackEndpoints(): Endpoints {
  return JSON.parse(given(ENDPOINTS)) as Endpoints;
}

/** Everything that the stack writes: database, journal, logs. @throws Error outside such a run */
export function stackFolder(): string {
  return given(FOLDER);
}

function given(name: string): string {
  const text = process.env[name];
  if (!text) throw new Error("The journeys run through e2e/playwright.config.ts only.");
  return text;
}
