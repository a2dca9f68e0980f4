/** Where the stack of the journeys is; handed to Playwright's workers in their environment. */
import type { Endpoints } from "#scripts/stack/data-dir.ts";

const VARIABLE = "STACK_ENDPOINTS";

export function provideEndpoints(endpoints: Endpoints): void {
  process.env[VARIABLE] = JSON.stringify(endpoints);
}

/** @throws Error outside a run that the global setup has prepared. */
export function stackEndpoints(): Endpoints {
  const text = process.env[VARIABLE];
  if (!text) throw new Error("The journeys run through e2e/playwright.config.ts only.");
  return JSON.parse(text) as Endpoints;
}
