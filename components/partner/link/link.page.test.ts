/** Joining, and sharing a link, in a page. */
import { act, createElement } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { summaryOf } from "#components/partner/earnings/earnings.testing.ts";
import { find, press, type Shown, show, type } from "#components/partner/page.testing.ts";
import { until } from "#components/ui/until.testing.ts";
import { JoinPartner } from "./join.tsx";
import { LinkCard } from "./link-card.tsx";

vi.mock("next/navigation", () => ({ usePathname: () => "/partner" }));

let shown: Shown;
let sent: unknown[];
let answer: () => Response;
const onJoined = vi.fn<() => void>();

beforeEach(() => {
  sent = [];
  onJoined.mockClear();
  answer = () => Response.json({}, { status: 201 });
  vi.stubGlobal("fetch", (_: string, { body }: { body?: string } = {}) => {
    sent.push(JSON.parse(body ?? "null"));
    return Promise.resolve(answer());
  });
});
afterEach(() => {
  shown.leave();
  vi.unstubAllGlobals();
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

test("the list of links is read when it is opened, and not before", async () => {
  const link = {
    code: "ada-n",
    url: "https://svc.test/r/ada-n",
    name: "Newsletter",
    is_first: false,
    created_at: "2026-01-01T00:00:00.000Z",
    clicks: 12,
    sign_ups: 3,
    traders: 2,
  };
  answer = () => Response.json({ results: [link], most: 20 });
  shown = show(createElement(LinkCard, { referral: summaryOf().referral }));
  expect(sent).toEqual([]);
  const details = find<HTMLDetailsElement>("details", "All links");
  act(() => {
    details.open = true;
    details.dispatchEvent(new Event("toggle"));
  });
  await until(() => find("tr", "Newsletter"));
  expect(sent).toHaveLength(1);
  expect(find("tr", "Newsletter").textContent).toMatch(/12.*3.*2$/);
  press("tr button", "Newsletter");
  expect(document.body.textContent).toContain("https://svc.test/r/ada-n");
});
