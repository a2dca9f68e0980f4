/** The proof of reserves as a visitor and an owner read it. */
import { createElement } from "react";
import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { formatIn } from "#components/i18n/format.ts";
import { I18nProvider } from "#components/i18n/i18n-provider.tsx";
import type { PageSources } from "#components/i18n/sources.ts";
import { textOf } from "#components/i18n/translate.ts";
import { everyPage } from "#components/messages/en.ts";
import { PublishedReserves, ReservesClaim } from "#lib/protocol/wire/reserves.ts";
import en from "./messages/en/vault.ts";
import { type OwnLeaf, Reserves, type ReservesView } from "./reserves.tsx";

const ACCOUNT = "4zvwRjXUKGfvwnParsHAS3HuSVzV5cA4McphgmoCtajS";
const node = (sum: string) => ({ hash: "ab".repeat(32), sum });
const nothing = { balance: "0", positions: "0" };
const published = (held: string) =>
  PublishedReserves.parse({
    proof: {
      height: 12,
      time: 1_800_000_000_000,
      account_count: 2,
      accounts: node("150"),
      sums: ["fees", "insurance", "reserved", "funding"].map((name) => ({ name, ...nothing })),
      root: node("150"),
      below_zero: [],
      public_key: ACCOUNT,
      signature: "0f".repeat(64),
    },
    anchor: {
      uncredited: "2.5",
      network: "simulated",
      vault_address: ACCOUNT,
      mint: ACCOUNT,
      payer: ACCOUNT,
      tx_hash: "5".repeat(88),
      slot: 7,
      vault_balance: held,
      root: node("152.5"),
    },
  });

function shown(own: OwnLeaf, held = "152.5"): string {
  const text = textOf<PageSources["vault"]>(en, "en", textOf(everyPage.shared, "en"));
  const view: ReservesView = {
    state: "proof",
    published: published(held),
    anchorLink: "https://explorer.example/tx/5",
    own,
  };
  const props = { view, baseUrl: "https://app.example", text, format: formatIn("en") };
  const children = createElement(Reserves, props);
  const provided = { locale: "en", messages: everyPage, children } as const;
  const page = createElement(I18nProvider, provided);
  return renderToString(page).replaceAll("<!-- -->", "");
}

test("a visitor reads sum and vault of the proof, and where to find the own leaf", () => {
  const html = shown({ state: "signedOut" });
  expect(html).toContain(en.leafSignedOut);
  expect(html).toContain("https://explorer.example/tx/5");
  expect(html.match(/152\.5/g)).toHaveLength(2);
  expect(html).not.toContain(en.reservesShort);
  expect(html).not.toContain("download");
});

test("an owner reads the own leaf, saves it, and gets the command with account and vault", () => {
  const leaf = { salt: "cd".repeat(32), balance: "100", positions: "-3.5", path: [] };
  const claim = ReservesClaim.parse({ ...published("152.5"), account: ACCOUNT, leaf });
  const html = shown({ state: "read", claim, fileName: "leaf.json" });
  expect(html).toContain("-3.5");
  expect(html).toContain('href="/api/venue/reserves"');
  expect(html).toContain('download="leaf.json"');
  expect(html).toContain(`--account ${ACCOUNT} --vault ${ACCOUNT}`);
});

test("a vault that held less than the sum, and an account that is left out, are said", () => {
  const claim = { ...published("150"), account: ACCOUNT, leaf: null };
  const html = shown({ state: "read", claim, fileName: "leaf.json" }, "150");
  expect(html).toContain(en.reservesShort);
  expect(html).toContain(en.noLeaf);
});
