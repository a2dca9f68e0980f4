/**
 * An account that can trade before its journey begins: signed in, with a venue key and money, all of it over HTTP.
 * Other journeys cover these steps as a person takes them.
 */
import type { BrowserContext, Page } from "@playwright/test";
import { systemClock } from "#lib/kernel/time/clock.ts";
import { Wallet } from "#lib/kernel/wallet.ts";
import type { AppVisitor, Persona } from "#scripts/dev/clients/wallet-session.ts";
import type { Endpoints } from "#scripts/dev/data-dir.ts";
import { TradingClient } from "#services/sandbox/venue/trading-client.ts";
import { signInByWallet } from "./sign-in.ts";
import { fund } from "./test.ts";
import { installTestWallet, TEST_WALLET, type TestWalletOptions } from "./test-wallet.ts";

/** Signs the context in as this persona. @returns its visitor, for further requests without a browser */
export async function prepareTrader(
  context: BrowserContext,
  endpoints: Endpoints,
  { persona, amount = "10000" }: { persona: Persona; amount?: string },
): Promise<AppVisitor> {
  const visitor = await signInByWallet(context, endpoints, persona);
  await visitor.createVenueKey(Wallet.ofHex(persona.seed), "journey");
  if (amount !== "0") await fund(endpoints, persona.address, amount);
  return visitor;
}

/** A test wallet to which the page connects on its own, as it does for a returning person. */
export async function installConnectedWallet(
  page: Page,
  persona: Persona,
  options: Omit<TestWalletOptions, "seeds"> & { otherSeeds?: string[] } = {},
): Promise<void> {
  const { otherSeeds = [], ...rest } = options;
  await page.addInitScript((name) => localStorage.setItem("svc.wallet", name), TEST_WALLET);
  await installTestWallet(page, { seeds: [persona.seed, ...otherSeeds], ...rest });
}

/** A client of the account beside the page, like a bot. */
export function botOf(endpoints: Endpoints, seed: string): TradingClient {
  const keys = new Map<string, string>();
  return new TradingClient({
    url: endpoints.venue,
    wallet: Wallet.ofHex(seed),
    keys: { get: (address) => keys.get(address), set: (address, key) => keys.set(address, key) },
    clock: systemClock,
    label: "bot",
  });
}
