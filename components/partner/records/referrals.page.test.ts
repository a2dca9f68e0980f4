/** The list of referrals, and one that is open, in a page whose address is the view. */
import { act, createElement, useSyncExternalStore } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { RECORDS_ID } from "#components/partner/earnings/level-card.tsx";
import {
  AT,
  find,
  followAddress,
  goTo,
  NO_TAGS,
  press,
  type Shown,
  show,
} from "#components/partner/page.testing.ts";
import { until } from "#components/ui/until.testing.ts";
import type { EarningEntries, Referral, ReferralPage } from "#lib/protocol/wire/partner.ts";
import { Referrals } from "./referrals.tsx";

vi.mock("next/navigation", () => ({
  usePathname: () => "/partner",
  useSearchParams: () =>
    new URLSearchParams(useSyncExternalStore(followAddress, () => window.location.search)),
}));

const NONE = { fees: "0", earned: "0", count: 0 };
const PRODUCTS = ["perp", "swap", "prediction"] as const;
const referral = (id: string, alias: string): Referral => ({
  id,
  alias,
  note: null,
  wallets: [],
  joined_at: "2026-02-01T00:00:00.000Z",
  discount: "set",
  last_fee_at: null,
  figures: { fees: "100.5", earned: "10.05", count: 3 },
  by_product: PRODUCTS.map((product) => ({ product, ...NONE })),
  copy: NONE,
  total: { fees: "100.5", earned: "10.05", count: 3 },
  simulated: false,
  review: null,
  link: "ada-1",
  via: "link",
  tags: NO_TAGS,
});
const ADA = referral("ref_ada", "Ada");

let shown: Shown;
let requests: URL[];
/** The referrals that the list has; one that is asked for by its id is always answered. */
let listed: Referral[];

function answerTo({ pathname, searchParams }: URL): ReferralPage | EarningEntries {
  const whole = { ...AT, from: null, to: null, next: null };
  if (pathname.endsWith("/earnings")) return { ...whole, results: [] };
  const results = searchParams.has("referral_id") ? [ADA] : listed;
  return { ...whole, count: results.length, results };
}

beforeEach(() => {
  requests = [];
  listed = [ADA, referral("ref_eve", "Eve")];
  vi.stubGlobal("fetch", (path: string) => {
    const url = new URL(path, "http://app.example");
    requests.push(url);
    return Promise.resolve(Response.json(answerTo(url)));
  });
});
afterEach(() => {
  shown.leave();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

async function open(search = ""): Promise<void> {
  goTo(search);
  const list = createElement(Referrals, { actions: null });
  shown = show(createElement("div", { id: RECORDS_ID }, list));
  await until(() => find("[data-referral]", listed[0]?.alias ?? ""));
}

const column = (name: string) => find("th", name);

test("a column name orders by it, the highest first, and a second press turns it round", async () => {
  await open();
  expect(column("Earned").getAttribute("aria-sort")).toBe("descending");
  expect(column("Fees").getAttribute("aria-sort")).toBeNull();
  press("th button", "Fees");
  expect(window.location.search).toBe("?sort=fees");
  expect(column("Fees").getAttribute("aria-sort")).toBe("descending");
  expect(column("Earned").getAttribute("aria-sort")).toBeNull();
  press("th button", "Fees");
  expect(window.location.search).toBe("?sort=fees&order=asc");
  expect(column("Fees").getAttribute("aria-sort")).toBe("ascending");
  await until(() => expect(requests.at(-1)?.searchParams.get("order")).toBe("asc"));
  expect(requests.at(-1)?.searchParams.get("sort")).toBe("fees");
  press("th button", "Last fee");
  expect(window.location.search).toBe("?sort=last_fee");
  await until(() => expect(requests.at(-1)?.searchParams.get("sort")).toBe("last_fee"));
  expect([...document.querySelectorAll("th button")].map((one) => one.textContent)).toEqual([
    "Joined",
    "Last fee",
    "Fees",
    "Earned",
    ...listed.map(({ alias }) => alias),
  ]);
});

/** Presses Escape in the open dialog and waits until it is gone. */
async function close(): Promise<void> {
  act(() => {
    find("[role=dialog]").dispatchEvent(
      new KeyboardEvent("keydown", { key: "Escape", bubbles: true }),
    );
  });
  await until(() => expect(document.querySelector("[role=dialog]")).toBeNull());
}

test("a referral that the address opened gives the focus to its row when it closes", async () => {
  await open("?referral=ref_ada");
  await until(() => find("[role=dialog] h2", "Referral Ada"));
  await close();
  await until(() => expect(document.activeElement).toBe(find("[data-referral=ref_ada] button")));
  expect(window.location.search).toBe("");
});

test("or to the list, when that has no such row", async () => {
  listed = [referral("ref_eve", "Eve")];
  await open("?referral=ref_ada");
  await until(() => find("[role=dialog]"));
  await close();
  await until(() => expect(document.activeElement).toBe(find(`#${RECORDS_ID} section`)));
});

test("an open referral says what its fees paid on average, and why", async () => {
  await open("?referral=ref_ada");
  await until(() => find("[role=dialog] p", "Why this rate?"));
  expect(find("[role=dialog] p", "Why this rate?").textContent).toContain(
    "On average 10.00% of its fees. Each fee paid the share of your level at that time",
  );
});

test("the fees of one referral are a file of the range, product and snapshot that are shown", async () => {
  await open("?range=all&product=swap&referral=ref_ada");
  await until(() => find("[role=dialog] a[download]", "CSV"));
  const link = find<HTMLAnchorElement>("[role=dialog] a[download]", "CSV");
  const { pathname, searchParams } = new URL(link.href, "http://app.example");
  expect(pathname).toBe("/api/v1/partner/earnings");
  expect(Object.fromEntries(searchParams)).toEqual({
    tz: "UTC",
    product: "swap",
    referral_id: "ref_ada",
    format: "csv",
    as_of: AT.as_of,
    as_of_seq: String(AT.ledger_seq),
  });
});
