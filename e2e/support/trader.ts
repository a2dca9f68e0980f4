/**
 * An account that can trade before its journey begins: signed in, with a venue key and money, all of it over HTTP.
 * Other journeys cover these steps as a person takes them.
 */
import type { BrowserContext, Page } from "@playwright/test";
import { systemClock } from "#lib/platform/clock.ts";
import { encodeCreateApiKey } from "#lib/protocol/signing/signing.ts";
import type { AppVisitor } from "#scripts/checks/wallet-session.ts";
import type { Endpoints, Persona } from "#scripts/stack/data-dir.ts";
import { TradingClient } from "#services/sandbox/venue/trading-client.ts";
import { Wallet } from "#services/sandbox/venue/wallet.ts";
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
  await createVenueKey(visitor, persona);
  if (amount !== "0") await fund(endpoints, persona.address, amount);
  return visitor;
}

async function createVenueKey(visitor: AppVisitor, { seed, address }: Persona): Promise<void> {
  const wallet = new Wallet(Buffer.from(seed, "hex"));
  const timestamp = Date.now();
  const body = { label: "journey", signer: null, expires_at: 0 };
  const payload = encodeCreateApiKey({ ...body, expires_at: 0n }, BigInt(timestamp));
  const answer = await visitor.request("/api/venue/key", {
    method: "POST",
    headers: {
      "content-type": "application/json",
      ...wallet.sign("create_api_key", payload, timestamp),
    },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`No venue key for ${address}: ${await answer.text()}`);
}

/** A test wallet to which the page connects by itself, as it does for a returning person. */
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
    wallet: new Wallet(Buffer.from(seed, "hex")),
    keys: { get: (address) => keys.get(address), set: (address, key) => keys.set(address, key) },
    clock: systemClock,
    label: "bot",
  });
}
