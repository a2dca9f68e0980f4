/** Where the stack of the journeys is, and what its operator knows; handed to Playwright's workers in their environment. */
import type { Endpoints } from "#scripts/stack/data-dir.ts";

const ENDPOINTS = "STACK_ENDPOINTS";
const OPERATOR_KEY = "STACK_OPERATOR_KEY";

export function provideStack(endpoints: Endpoints, operatorKey: string): void {
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

function given(name: string): string {
  const text = process.env[name];
  if (!text) throw new Error("The journeys run through e2e/playwright.config.ts only.");
  return text;
}
