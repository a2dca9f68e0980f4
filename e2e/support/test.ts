/** Playwright's `test` with the stack's addresses; relative addresses resolve against the app. */
import { randomBytes } from "node:crypto";
import { test as base } from "@playwright/test";
import { Wallet } from "#lib/kernel/wallet.ts";
import type { Persona } from "#scripts/dev/clients/wallet-session.ts";
import type { Endpoints } from "#scripts/dev/data-dir.ts";
import { stackEndpoints } from "./endpoints.ts";
import { VenueFaults } from "./faults.ts";

export { expect } from "@playwright/test";

type Fixtures = {
  endpoints: Endpoints;
  /** A fresh demo wallet whose account holds nothing. Sign in at `/trade/BTCUSDC#demo=<seed>`. */
  newWallet: Persona;
  /** Faults of the venue; remaining faults end with the journey. */
  faults: VenueFaults;
};

export const test = base.extend<Fixtures>({
  // Playwright reads a fixture's dependencies from the pattern; an empty pattern means none.
  endpoints: async ({}, use) => use(stackEndpoints()),
  baseURL: async ({ endpoints }, use) => use(endpoints.app),
  // An answer that a journey changes may still be in flight when the journey ends.
  page: async ({ page }, use) => {
    await use(page);
    if (!page.isClosed()) await page.unrouteAll({ behavior: "ignoreErrors" });
  },
  newWallet: async ({}, use) => use(newPersona()),
  faults: async ({ endpoints }, use) => {
    const faults = new VenueFaults(endpoints.venue);
    await use(faults);
    await faults.clear();
  },
});

/** A fresh wallet. */
export function newPersona(): Persona {
  const seed = randomBytes(32);
  return { seed: seed.toString("hex"), address: new Wallet(seed).address };
}

/** Gives an account simulated USDC. */
export async function fund(endpoints: Endpoints, account: string, amount = "10000"): Promise<void> {
  await callSandbox(endpoints, "/faucet", { account, amount });
}

/** Moves the mark of a market. It stays there for the given seconds; then the simulation continues. */
export async function steerMark(
  endpoints: Endpoints,
  market: string,
  price: string,
  seconds = 0,
): Promise<void> {
  await callSandbox(endpoints, "/mark", { market, price, seconds });
}

/** Keeps the mark of a market from moving: after 5 s the venue calls it stale. 0 ends it. */
export async function freezeMark(
  endpoints: Endpoints,
  market: string,
  seconds: number,
): Promise<void> {
  await callSandbox(endpoints, "/mark/freeze", { market, seconds });
}

async function callSandbox(endpoints: Endpoints, path: string, body: unknown): Promise<void> {
  const response = await fetch(`${endpoints.sandbox}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
}
