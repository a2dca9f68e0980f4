/** Joining, and sharing a link, in a page. */
import { act, createElement, useSyncExternalStore } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { summaryOf } from "#components/partner/earnings/earnings.testing.ts";
import {
  AT,
  find,
  followAddress,
  goTo,
  press,
  type Shown,
  show,
  type,
} from "#components/partner/page.testing.ts";
import { until } from "#components/ui/until.testing.ts";
import type { PartnerLink, PartnerLinks } from "#lib/protocol/wire/partner.ts";
import { JoinPartner } from "./join.tsx";
import { LinkCard } from "./link-card.tsx";

vi.mock("next/navigation", () => ({
  usePathname: () => "/partner",
  useSearchParams: () =>
    new URLSearchParams(useSyncExternalStore(followAddress, () => window.location.search)),
}));

let shown: Shown;
let sent: unknown[];
let paths: string[];
let answer: () => Response;
const onJoined = vi.fn<() => void>();

beforeEach(() => {
  sent = [];
  paths = [];
  onJoined.mockClear();
  answer = () => Response.json({}, { status: 201 });
  vi.stubGlobal("fetch", (path: string, { body }: { body?: string } = {}) => {
    paths.push(path);
    sent.push(JSON.parse(body ?? "null"));
    return Promise.resolve(answer());
  });
});
afterEach(() => {
  shown.leave();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const PAYOUTS = { available: true, day: null, next_at: null, minimum: "10", wallet_wait_hours: 48 };

function showJoin(): void {
  shown = show(createElement(JoinPartner, { payouts: PAYOUTS, onJoined }));
}

const CODE = "input[name=code]";

test("a code is confirmed with its link before anything is sent", async () => {
  showJoin();
  type(CODE, "Ada One");
  press("button[type=submit]");
  expect(sent).toEqual([]);
  const title = find("h3", "Join with the code");
  expect(title.textContent).toContain("ada-one");
  expect(document.activeElement).toBe(title);
  expect(document.body.textContent).toContain("/r/ada-one");
  expect(document.body.textContent).toContain("You cannot change this code later.");
  press("button", "Join with this code");
  await until(() => expect(onJoined).toHaveBeenCalledOnce());
  expect(sent).toEqual([{ code: "ada-one" }]);
});

test("another code can be chosen instead, and a code that is invalid is not confirmed", () => {
  showJoin();
  type(CODE, "ada");
  press("button[type=submit]");
  press("button", "Choose another code");
  const field = find<HTMLInputElement>(CODE);
  expect(document.activeElement).toBe(field);
  expect(field.value).toBe("ada");
  type(CODE, "a");
  press("button[type=submit]");
  expect(document.body.textContent).toContain("At least 3 characters.");
  expect(sent).toEqual([]);
});

test("a code that is taken meanwhile leads back to the field, with another one", async () => {
  answer = () => Response.json({ error: "CODE_TAKEN", message: "Taken." }, { status: 409 });
  showJoin();
  type(CODE, "ada");
  press("button[type=submit]");
  press("button", "Join with this code");
  await until(() => expect(document.body.textContent).toContain("This code is taken."));
  expect(document.activeElement).toBe(find(CODE));
  press("button", "Use ada-");
  expect(find<HTMLInputElement>(CODE).value).toMatch(/^ada-\d\d$/);
});

test("a link is shared by plain addresses with text and link, and without a script of others", () => {
  shown = show(createElement(LinkCard, { referral: summaryOf().referral }));
  const hrefs = ["Share on X", "Share on Telegram", "Share by email"].map((name) =>
    find<HTMLAnchorElement>("a[target=_blank]", name).getAttribute("href"),
  );
  const text = "10%25+off+trading+fees%2C+for+life%3A";
  const url = "https%3A%2F%2Fsvc.test%2Fr%2Fada";
  expect(hrefs).toEqual([
    `https://x.com/intent/post?text=${text}&url=${url}`,
    `https://t.me/share/url?url=${url}&text=${text}`,
    `mailto:?subject=${text.replaceAll("+", "%20")}&body=${url}`,
  ]);
  expect(document.querySelectorAll("script, iframe")).toHaveLength(0);
  expect(find<HTMLAnchorElement>("a[target=_blank]", "Share on X").rel).toBe("noreferrer");
});

const NOTHING = { sign_ups: 0, traders: 0, figures: { fees: "0", earned: "0", count: 0 } };
const NEWS: PartnerLink = {
  code: "ada-n",
  url: "https://svc.test/r/ada-n",
  name: "Newsletter",
  is_first: false,
  created_at: "2026-01-01T00:00:00.000Z",
  clicks: 12,
  conversion: "0.2500",
  sign_ups: 3,
  traders: 2,
  figures: { fees: "1234.567", earned: "123.4567", count: 9 },
};
const LINKS: PartnerLinks = {
  ...AT,
  from: null,
  to: AT.as_of,
  results: [NEWS],
  without_link: NOTHING,
  most: 20,
};

/** The card with its opened list of links. */
async function openLinks(links: PartnerLinks): Promise<void> {
  goTo("?range=30d&product=perp");
  answer = () => Response.json(links);
  shown = show(createElement(LinkCard, { referral: summaryOf().referral }));
  expect(paths).toEqual([]);
  const details = find<HTMLDetailsElement>("details", "All links");
  act(() => {
    details.open = true;
    details.dispatchEvent(new Event("toggle"));
  });
  await until(() => find("tr", "Newsletter"));
}

test("the list of links is read when it is opened, with the page's range, product and snapshot", async () => {
  await openLinks(LINKS);
  expect(paths).toHaveLength(1);
  const { searchParams } = new URL(paths[0] ?? "", "http://app.example");
  expect(Object.fromEntries(searchParams)).toEqual({
    from: "2026-01-30T09:00:00.001Z",
    tz: "UTC",
    product: "perp",
    as_of: AT.as_of,
    as_of_seq: String(AT.ledger_seq),
  });
  const cells = [...find("tr", "Newsletter").querySelectorAll("td")];
  expect(cells.map(({ textContent }) => textContent)).toEqual([
    "12",
    "3",
    "25.0%",
    "2",
    "1,234.57",
    "123.46",
  ]);
  expect(document.querySelectorAll("tbody tr")).toHaveLength(1);
  press("tr button", "Newsletter");
  expect(document.body.textContent).toContain("https://svc.test/r/ada-n");
  const files = [...document.querySelectorAll<HTMLAnchorElement>("a[download]")];
  expect(files.map(({ href }) => href).join(" ")).toMatch(/links\?.*product=perp.*format=csv/);
});

test("imported referrals have a row of their own, and a link without clicks has no conversion", async () => {
  await openLinks({
    ...LINKS,
    results: [{ ...NEWS, clicks: 0, conversion: null }],
    without_link: { sign_ups: 24, traders: 20, figures: { fees: "9", earned: "0.9", count: 4 } },
  });
  expect(find("tr", "Newsletter").textContent).toMatch(/03–2/);
  expect(find("tr", "Without a link").textContent).toMatch(/–24–209\.000\.90$/);
});

test("a new link is listed and shown at once, before the next snapshot has it", async () => {
  await openLinks(LINKS);
  const added = { ...NEWS, code: "ada-v", name: "Videos", url: "https://svc.test/r/ada-v" };
  answer = () =>
    Response.json({ ...LINKS, results: [NEWS, { ...added, figures: NOTHING.figures }] });
  type("form input", "Videos");
  press("button[type=submit]", "Add link");
  await until(() => find("tr", "Videos"));
  expect(sent.at(-1)).toEqual({ name: "Videos" });
  expect(document.body.textContent).toContain("https://svc.test/r/ada-v");
});
