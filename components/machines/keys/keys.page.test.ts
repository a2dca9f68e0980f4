/** The pages of keys in a document: a replaced key beside its successor, and the form and the test of a bot key. */

import { act, createElement, type FunctionComponent } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type Frame, FrameContext } from "#components/data/frame-context.ts";
import { I18nProvider } from "#components/i18n/i18n-provider.tsx";
import { PageTexts } from "#components/i18n/page-texts.tsx";
import NewKey from "#components/machines/bot-keys/new-key.tsx";
import { McpKeysPage } from "#components/machines/mcp-keys/mcp-keys-page.tsx";
import controls from "#components/machines/messages/en/assistant-controls.ts";
import { Usage } from "#components/machines/parts/usage.tsx";
import * as language from "#components/messages/en.ts";
import { wholeLanguage } from "#components/messages/whole-language.testing.ts";
import { HOUR_MS } from "#lib/protocol/durations.ts";
import type { AddressCheck, McpKey } from "#lib/protocol/wire/machine-keys.ts";

const english = await wholeLanguage(language);

const FRAME: Frame = {
  person: { id: "usr_1", account: "So11111111111111111111111111111111111111112", label: "So11" },
  hasEnded: false,
  noteSessionEnd: () => undefined,
  prove: () => Promise.resolve(true),
  question: { isOpen: false, settle: () => undefined },
  cover: () => undefined,
};

type Init = Omit<RequestInit, "body"> & { body?: string };
type KeyRequest = { path: string; init: Init };

/** What the user allows programs: nothing is paused or limited. */
const CONTROLS: Readonly<Record<string, object>> = {
  "/api/v1/assistant/pause": { paused_at: null },
  "/api/v1/assistant/limits": { results: [] },
};

const bodyOf = (init: Init | undefined) =>
  JSON.parse(init?.body ?? "{}") as { allowlist?: string[] };

let root: Root;
let requests: KeyRequest[];
let answer: (request: KeyRequest) => Response;

beforeEach(() => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  requests = [];
  vi.stubGlobal("fetch", (url: string, init: Init = {}) => {
    const request = { path: new URL(url, "http://localhost:3000").pathname, init };
    requests.push(request);
    const control = CONTROLS[request.path];
    return Promise.resolve(control === undefined ? answer(request) : Response.json(control));
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
  const messages = { assistantControls: controls };
  const content = createElement(component, props);
  const whole = { messages, children: content };
  const element = createElement(PageTexts, whole);
  const page = createElement(FrameContext, { value: FRAME }, element);
  const texts = { locale: "en" as const, messages: english, children: page };
  act(() => root.render(createElement(I18nProvider, texts)));
}

/** A render happens when an act ends. */
const until = (check: () => void) =>
  vi.waitFor(async () => {
    await act(() => Promise.resolve());
    check();
  });

function button(name: string | RegExp): HTMLButtonElement | undefined {
  const all = [...document.querySelectorAll<HTMLButtonElement>("button")];
  return all.find((one) => {
    const label = one.getAttribute("aria-label") ?? one.textContent ?? "";
    return typeof name === "string" ? label === name : name.test(label);
  });
}
const press = (name: string) => act(() => button(name)?.click());
const shown = () => document.body.textContent ?? "";

function type(label: string, text: string): void {
  const [of] = [...document.querySelectorAll("label")].filter(
    ({ textContent }) => textContent === label,
  );
  const field = document.querySelector<HTMLInputElement | HTMLTextAreaElement>(
    `#${CSS.escape(of?.htmlFor ?? "")}`,
  );
  if (field === null) throw new Error(`There is no field ${label}.`);
  const value = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value");
  act(() => {
    value?.set?.call(field, text);
    field.dispatchEvent(new Event("input", { bubbles: true }));
  });
}

function tick(label: string): void {
  const [of] = [...document.querySelectorAll("label")].filter(({ textContent }) =>
    textContent?.includes(label),
  );
  act(() => of?.querySelector("input")?.click());
}

const KEY: McpKey = {
  id: "mcp_1",
  preview: "svc_sk_…0001",
  name: "CI",
  state: "expiring",
  createdAt: new Date(0).toISOString(),
  expiresAt: new Date(Date.now() + 24 * HOUR_MS).toISOString(),
  revokedAt: null,
  lastUsedAt: null,
  lastUsedAddress: null,
  lastUsedAgent: null,
  allowlist: ["192.0.2.0/24"],
  tier: "default",
  canStageOrders: false,
  canManageWebhooks: false,
  canReadPartner: false,
  replaces: null,
  wrongDoor: null,
};

test("a replaced key follows its successor, says when it ends, and can only be renamed and revoked", async () => {
  const next: McpKey = {
    ...KEY,
    id: "mcp_2",
    preview: "svc_sk_…0002",
    state: "active",
    replaces: "mcp_1",
  };
  const other: McpKey = { ...KEY, id: "mcp_3", name: "Laptop", allowlist: [] };
  answer = () => Response.json({ keys: [next, other, KEY] });
  open(McpKeysPage, { baseUrl: "http://localhost:3000" });
  await until(() => expect(document.querySelectorAll("[data-key]")).toHaveLength(3));
  const cards = [...document.querySelectorAll<HTMLElement>("[data-key]")];
  expect(cards.map(({ dataset }) => dataset["key"])).toEqual(["mcp_2", "mcp_1", "mcp_3"]);
  const [successor, replaced, laptop] = cards;
  const labels = (card: HTMLElement | undefined) =>
    [...(card?.querySelectorAll("button") ?? [])].map((one) => one.getAttribute("aria-label"));
  await until(() =>
    expect(replaced?.textContent).toMatch(/Replaced, ends (?:today|tomorrow) at \d\d:\d\d/),
  );
  expect(labels(successor)).toEqual(["Rename CI", "Rotate CI", "Revoke CI"]);
  expect(labels(replaced)).toEqual(["Rename CI", "Revoke now: CI, which was replaced"]);
  expect(replaced?.textContent).toContain("192.0.2.0/24");
  expect(laptop?.textContent).toContain("any address");
  expect(shown()).toContain("We store only a fingerprint");
});

test("whoever revokes a key reads which webhooks it made, because they stay", async () => {
  const webhooks = [{ id: "whk_1", origin: "https://hooks.example" }];
  answer = () => Response.json({ keys: [{ ...KEY, state: "active", webhooks }] });
  open(McpKeysPage, { baseUrl: "http://localhost:3000" });
  await until(() => expect(document.querySelectorAll("[data-key]")).toHaveLength(1));
  document.querySelector<HTMLElement>('[aria-label="Revoke CI"]')?.click();
  await until(() => expect(shown()).toContain("created or changed with it and stay"));
  const link = [...document.querySelectorAll("a")].find(
    ({ textContent }) => textContent === "https://hooks.example",
  );
  expect(link?.getAttribute("href")).toBe("/settings/webhooks/whk_1");
});

const CHECK: AddressCheck = {
  yourAddress: "127.0.0.1",
  entries: [],
  refused: [],
  address: null,
  addressProblem: null,
  allowed: null,
  matched: null,
  nearest: null,
};

test("a bot key cannot be created with a wrong list, nor with one of everyone without a tick, and is tested by a signed call", async () => {
  answer = ({ path, init }) => {
    if (path === "/api/bot/v1/whoami") {
      return Response.json({ error: "ip_not_allowed", message: "…" }, { status: 403 });
    }
    if (path === "/api/v1/bot/keys") {
      return Response.json({ id: "tbk_1", secret: "tbs_1", ...bodyOf(init) });
    }
    const { allowlist = [] } = bodyOf(init);
    const refused = allowlist
      .filter((entry) => entry === "wrong")
      .map((entry) => ({ entry, problem: "not_an_address" as const, reason: "" }));
    return Response.json({ ...CHECK, refused, entries: allowlist });
  };
  open(NewKey, {
    endpoint: "/api/bot/v1",
    onClose: () => undefined,
    returnFocus: { current: null },
  });
  const create = () => button("Create key");
  const reason = () => {
    const id = create()?.getAttribute("aria-describedby");
    return id == null ? undefined : document.querySelector(`#${CSS.escape(id)}`)?.textContent;
  };
  const made = () => requests.filter(({ path }) => path === "/api/v1/bot/keys");
  type("Name", "Grid");
  type("Allowed addresses", "wrong");
  await until(() => expect(reason()).toBe("Correct the list of addresses first."));
  expect(create()?.getAttribute("aria-disabled")).toBe("true");
  press("Create key");
  type("Allowed addresses", "0.0.0.0/0");
  await until(() => expect(reason()).toMatch(/^Confirm that the key may be used from any/));
  press("Create key");
  expect(made()).toEqual([]);
  tick("I accept that the secret alone is enough");
  tick("May propose orders");
  expect(create()?.getAttribute("aria-disabled")).toBe("false");
  act(() => document.querySelector("form")?.requestSubmit());
  await until(() => expect(shown()).toContain("tbs_1"));
  expect(bodyOf(made()[0]?.init)).toEqual({
    name: "Grid",
    allowlist: ["0.0.0.0/0"],
    canStageOrders: true,
    expiresInDays: 90,
  });

  press("Test the key");
  await until(() => expect(shown()).toContain("The signature is valid, but this browser"));
  const test = requests.find(({ path }) => path === "/api/bot/v1/whoami");
  const headers = new Headers(test?.init.headers);
  expect(test?.init.credentials).toBe("omit");
  expect(headers.get("x-bot-key")).toBe("tbk_1");
  expect(headers.get("x-bot-signature")).toMatch(/^[0-9a-f]{64}$/);
});

test("the usage of a key names the first and the last of its days", async () => {
  vi.stubGlobal(
    "IntersectionObserver",
    class {
      constructor(seen: (entries: { isIntersecting: boolean }[]) => void) {
        queueMicrotask(() => act(() => seen([{ isIntersecting: true }])));
      }
      observe() {}
      disconnect() {}
    },
  );
  const days = [
    { day: "2026-04-28", outcomes: { ok: 3 } },
    { day: "2026-05-27", outcomes: { RATE_LIMITED: 1 } },
  ];
  answer = () => Response.json({ days });
  open(Usage, { url: "/api/v1/mcp/keys/mcp_1/usage" });
  await until(() => expect(shown()).toContain("4 requests in 30 days, 1 refused"));
  expect(shown()).toContain("28 Apr27 May");
});
