/** The own deposit address while the service does not answer, and when it answers again. */
import { QueryClientProvider } from "@tanstack/react-query";
import { act, createElement } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { I18nProvider } from "#components/i18n/i18n-provider.tsx";
import { everyPage as english } from "#components/messages/en.ts";
import { accountQueryClient } from "#components/trading/account-reads/query-client.ts";
import { until } from "#components/ui/until.testing.ts";
import type { VaultTerms } from "#lib/protocol/wire/chain.ts";
import { DepositAddressState } from "#lib/protocol/wire/deposit-address.ts";
import { OwnAddress } from "./own-address.tsx";

// It needs a wallet.
vi.mock("./claim-payment.tsx", () => ({ ClaimPayment: () => null }));

const ACCOUNT = "4zvwRjXUKGfvwnParsHAS3HuSVzV5cA4McphgmoCtajS";
const ADDRESS = "7QdeXrBQy8oKNzDEwaqWEqKUYLsYbq2gFkWvBrfNfCzY";
const TERMS: VaultTerms = {
  network: "devnet",
  mint: ACCOUNT,
  authority: ACCOUNT,
  address: ACCOUNT,
  sandbox_url: null,
  gives_tokens: false,
  has_addresses: true,
};
const STATE = DepositAddressState.parse({
  account: ACCOUNT,
  address: ADDRESS,
  token_account: ADDRESS,
  minimum: "2",
  fee: "0.02",
  arriving: "0",
  waiting: "0",
  moves: [],
});

let root: Root;
let isAnswered: boolean;

beforeEach(async () => {
  isAnswered = false;
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  vi.stubGlobal("fetch", () =>
    Promise.resolve(
      isAnswered
        ? Response.json(STATE)
        : Response.json({ error: "CUSTODY_UNAVAILABLE", message: "" }, { status: 503 }),
    ),
  );
  root = createRoot(document.body.appendChild(document.createElement("div")));
  const client = accountQueryClient();
  const address = createElement(OwnAddress, { terms: TERMS, account: ACCOUNT });
  const reads = createElement(QueryClientProvider, { client }, address);
  const page = { locale: "en" as const, messages: english, children: reads };
  await act(async () => root.render(createElement(I18nProvider, page)));
});
afterEach(() => {
  act(() => root.unmount());
  vi.unstubAllGlobals();
});

const shown = () => document.body.textContent;

test("a read that fails is said with a button, beside the way with a memo; the next one shows the address", async () => {
  await until(() => expect(document.querySelector("[role=alert]")).not.toBeNull());
  expect(shown()).toContain(english.transfers.ownUnread);
  expect(shown()).toContain(english.transfers.withMemo);
  expect(shown()).not.toContain(ADDRESS);
  isAnswered = true;
  const button = [...document.querySelectorAll("button")].find(
    ({ textContent }) => textContent === "Try again",
  );
  await act(async () => button?.click());
  await until(() => expect(shown()).toContain(ADDRESS));
  expect(document.querySelector("[role=alert]")).toBeNull();
});
