/** Pages of an account in a document: a deletion names its loss and waits for consent, and activity is read by days. */
import { act, createElement, type FunctionComponent } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type Frame, FrameContext } from "#components/data/frame-context.ts";
import { I18nProvider } from "#components/i18n/i18n-provider.tsx";
import * as language from "#components/messages/en.ts";
import { wholeLanguage } from "#components/messages/whole-language.testing.ts";
import { DeletePage } from "./account/delete-page.tsx";
import { ActivityPage } from "./activity/activity-page.tsx";
import { SessionsPage } from "./sessions/sessions-page.tsx";

const english = await wholeLanguage(language);

const FRAME: Frame = {
  person: { id: "usr_1", account: undefined, label: "ada@example.com" },
  hasEnded: false,
  noteSessionEnd: () => undefined,
  prove: () => Promise.resolve(false),
  question: { isOpen: false, settle: () => undefined },
  cover: () => undefined,
};

let root: Root;
let requests: { method: string; url: URL }[];
let answers: Record<string, unknown>;

beforeEach(() => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  requests = [];
  vi.stubGlobal("fetch", (address: string, { method = "GET" }: RequestInit = {}) => {
    const url = new URL(address, "http://localhost:3000");
    requests.push({ method, url });
    const refused = { error: "FRESH_PROOF_REQUIRED", message: "Prove it." };
    return Promise.resolve(
      method === "GET"
        ? Response.json(answers[url.pathname])
        : Response.json(refused, { status: 403 }),
    );
  });
  const container = document.createElement("div");
  document.body.replaceChildren(container);
  root = createRoot(container);
});
afterEach(() => {
  act(() => root.unmount());
  vi.unstubAllGlobals();
});

function open<Props extends object>(component: FunctionComponent<Props>, props: Props): void {
  const page = createElement(FrameContext, { value: FRAME }, createElement(component, props));
  const texts = { locale: "en" as const, messages: english, children: page };
  act(() => root.render(createElement(I18nProvider, texts)));
}

/** A render happens when an act ends. */
const until = (check: () => void) =>
  vi.waitFor(async () => {
    await act(() => Promise.resolve());
    check();
  });

function type(field: HTMLInputElement | null | undefined, text: string): void {
  const value = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value");
  act(() => {
    value?.set?.call(field, text);
    field?.dispatchEvent(new Event("input", { bubbles: true }));
  });
}

const find = <Found extends Element>(selector: string) => document.querySelector<Found>(selector);
const shown = () => document.body.textContent ?? "";

const ERASED = {
  identities: 2,
  sessions: 1,
  mcpKeys: 3,
  botKeys: 0,
  connectedApps: 0,
  assistantNotes: 0,
  stagedOrders: 0,
  notices: 0,
  pushBrowsers: 0,
  priceAlerts: 0,
  points: 120,
  webhooks: 1,
  purchases: 0,
  venueKeys: 0,
};

test("a partner reads what is forfeited, in figures, and deletes only after accepting it and typing the word", async () => {
  answers = {
    "/api/v1/account": { userId: "usr_1", createdAt: "", erased: ERASED, kept: [] },
    "/api/v1/partner/summary": { balances: { pending: "402.18", in_transit: "792.35" } },
    "/api/v1/partner": {
      payouts: {
        available: true,
        day: 1,
        next_at: "2026-06-01T00:00:00.000Z",
        minimum: "10",
        wallet_wait_hours: 48,
      },
      partner: {
        code: "demo",
        payout_address: "So11111111111111111111111111111111111111112",
        payout_next: null,
      },
    },
  };
  open(DeletePage, { isPartner: true });
  await until(() => expect(shown()).toContain("The next payout is planned for 1 June 2026"));
  for (const text of [
    "402.18 USDNot paid yet. It will be forfeited.",
    "792.35 USDIn transit.",
    "The smallest payout is 10 USDC.",
    "3 MCP keys",
    "120 points for swaps",
    "1 webhook, with its deliveries",
    "So11111111111111111111111111111111111111112",
  ]) {
    expect(shown()).toContain(text);
  }
  expect(shown()).toMatch(/Your partner code .?demo.? and all your links/);
  expect(shown()).not.toContain("0 bot keys");

  const button = () => find<HTMLButtonElement>("button[type=submit]");
  const word = () => find<HTMLInputElement>("form input");
  const deletions = () => requests.filter(({ method }) => method === "DELETE");
  expect(button()?.getAttribute("aria-disabled")).toBe("true");
  type(word(), "delete");
  act(() => button()?.click());
  await until(() => expect(shown()).toContain("First confirm above what will be forfeited."));
  expect(document.activeElement?.getAttribute("type")).toBe("checkbox");
  expect(deletions()).toEqual([]);
  const accept = find<HTMLInputElement>("input[type=checkbox]");
  expect(accept?.closest("label")?.textContent).toContain("402.18 USD will be forfeited");
  act(() => accept?.click());
  expect(button()?.getAttribute("aria-disabled")).toBe("false");
  act(() => button()?.click());
  await until(() => expect(deletions()).toHaveLength(1));
});

test("the activity of some days is asked for by their moments in the reader's zone", async () => {
  answers = { "/api/v1/audit": { entries: [], next: null } };
  open(ActivityPage, {});
  await until(() => expect(shown()).toContain("No activity on these days."));
  const [from, to] = [...document.querySelectorAll<HTMLInputElement>("input[type=date]")];
  type(from, "2026-05-10");
  type(to, "2026-05-11");
  await until(() => expect(requests).toHaveLength(3));
  const span = requests.at(-1)?.url.searchParams;
  expect(span?.get("from")).toBe(new Date(2026, 4, 10).toISOString());
  expect(span?.get("to")).toBe(new Date(2026, 4, 12).toISOString());
});

test("a session shows its address and the times of its first and its last use", async () => {
  const session = {
    id: "ses_1",
    kind: "email",
    address: "192.0.2.7",
    agent: "curl/8",
    createdAt: new Date(2026, 4, 1, 9, 5).toISOString(),
    lastSeenAt: new Date(2026, 4, 1, 11, 45).toISOString(),
    expiresAt: "",
    current: true,
  };
  answers = { "/api/v1/sessions": { sessions: [session] } };
  open(SessionsPage, {});
  await until(() => expect(shown()).toContain("192.0.2.7"));
  expect(shown()).toMatch(/First used.*09:05/);
  expect(shown()).toMatch(/Last used.*11:45/);
});
