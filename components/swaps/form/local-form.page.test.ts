/** The form in a page that reads routes from Jupiter, as on a real network and in the sandbox. */
import { act, createElement } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type Frame, FrameContext } from "#components/data/frame-context.ts";
import { I18nProvider } from "#components/i18n/i18n-provider.tsx";
import { PageTexts } from "#components/i18n/page-texts.tsx";
import { everyPage as english } from "#components/messages/en.ts";
import swaps from "#components/swaps/messages/en/swaps.ts";
import type { SwapTerms } from "#components/swaps/sources/read-pools.ts";
import { until } from "#components/ui/until.testing.ts";
import { encodePublicKey } from "#lib/protocol/signing/signing.ts";
import { JUPITER_PROGRAM } from "#lib/protocol/solana/programs.ts";
import { LocalForm } from "./local-form.tsx";

const ROUTES = "https://routes.example";
const REFERENCE = encodePublicKey(new Uint8Array(32).fill(9));
const MSOL = "mSoLzYCxHdYgdzU16g5QSh3i5K3z3KZK7ytfqcJm7So";
const TERMS: SwapTerms = {
  network: "mainnet-beta",
  simulated: false,
  sandbox_url: null,
  pools: [],
  routes_url: ROUTES,
  assets: ["USDC", "SOL", "BTC", "ETH"],
  fee_accounts: {},
  reference: REFERENCE,
  fee_ppm: 1_000,
  destinations: [],
};
const POOL = { venue: "pool:SOL-USDC", address: REFERENCE, vault_a: MSOL, vault_b: MSOL };
const FRAME: Frame = {
  person: undefined,
  hasEnded: false,
  noteSessionEnd: () => {},
  prove: () => Promise.resolve(false),
  question: { isOpen: false, settle: () => {} },
  cover: () => {},
};

let root: Root;
let sentUrls: URL[];
let answer: (question: URLSearchParams) => Response;

/** Renders the form for a visitor who is not signed in. */
function show(terms: SwapTerms): void {
  const form = createElement(LocalForm, { terms, swaps: [] });
  const own = { messages: { swaps }, children: form };
  const texts = createElement(PageTexts, own);
  const framed = createElement(FrameContext.Provider, { value: FRAME }, texts);
  const page = { locale: "en" as const, messages: english, children: framed };
  act(() => root.render(createElement(I18nProvider, page)));
}

/** A mark at which the route loses less than its own figure. */
const bars = () => ({ results: [{ start: Date.now(), close: "151.5", filled: false }] });

const step = (from: string, to: string, label: string) => ({
  swapInfo: { inputMint: from, outputMint: to, label },
});

function route(question: URLSearchParams): Response {
  const [from, to] = [question.get("inputMint") ?? "", question.get("outputMint") ?? ""];
  return Response.json({
    inputMint: from,
    outputMint: to,
    inAmount: question.get("amount"),
    outAmount: "990000000",
    priceImpactPct: "0.004",
    routePlan: [step(from, MSOL, "One"), step(MSOL, to, "Two")],
    setupInstructions: [],
    otherInstructions: [],
    swapInstruction: { programId: JUPITER_PROGRAM, accounts: [], data: "" },
    addressesByLookupTableAddress: null,
  });
}

beforeEach(() => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  sentUrls = [];
  answer = route;
  vi.stubGlobal("fetch", (url: string) => {
    if (!url.startsWith(ROUTES)) return Promise.resolve(Response.json(bars()));
    const given = new URL(url);
    sentUrls.push(given);
    return Promise.resolve(answer(given.searchParams));
  });
  const container = document.createElement("div");
  document.body.replaceChildren(container);
  root = createRoot(container);
});
afterEach(() => {
  act(() => root.unmount());
  vi.unstubAllGlobals();
});

function type(amount: string): void {
  const input = document.querySelector<HTMLInputElement>("input[inputmode=decimal]");
  if (input === null) throw new Error("no field");
  const value = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value");
  act(() => {
    value?.set?.call(input, amount);
    input.dispatchEvent(new Event("input", { bubbles: true }));
  });
}
const text = () => document.body.textContent;
const choice = () => document.querySelector("[role=radiogroup][aria-label=Routes]");

test("where only Jupiter has routes, there is no choice, and one request asks for the last typed amount", async () => {
  show(TERMS);
  type("1");
  type("15");
  type("150");
  await until(() => expect(text()).toContain("0.40% (estimated)"));
  expect(sentUrls.map(({ searchParams }) => searchParams.get("amount"))).toEqual(["150000000"]);
  expect(sentUrls[0]?.searchParams.get("taker")).toBe(REFERENCE);
  expect(choice()).toBe(null);
  // A token that the service does not offer has a shortened address as its name.
  expect(document.querySelector("ol[aria-label=Route]")?.textContent).toContain("mSoL…m7So");
  expect([...document.querySelectorAll("option")].map(({ value }) => value)).not.toContain("THIN");
});

test("after too many requests it says so and keeps the old quote, marked as old", async () => {
  show(TERMS);
  type("150");
  await until(() => expect(text()).toContain("0.40% (estimated)"));
  answer = () => new Response("Too many requests", { status: 429 });
  act(() => {
    window.dispatchEvent(new Event("online"));
  });
  await until(() => expect(text()).toContain("Too many requests to Jupiter."));
  expect(text()).toContain("The quote is out of date.");
  expect(text()).toContain("0.40% (estimated)");
});

test("an answer that cannot be read is refused with its reason", async () => {
  answer = () => Response.json({});
  show(TERMS);
  type("150");
  await until(() => expect(text()).toContain("Jupiter has no route that can be signed."));
  expect(text()).toContain("it has no inputMint");
});

test("where both have routes, the pools come first, and Jupiter is read when it is chosen", async () => {
  show({ ...TERMS, simulated: true, pools: [POOL] });
  type("150");
  const radios = [...(choice()?.querySelectorAll<HTMLInputElement>("input") ?? [])];
  expect(radios.map(({ value, checked }) => [value, checked])).toEqual([
    ["pools", true],
    ["jupiter", false],
  ]);
  expect(choice()?.textContent).toContain("Jupiter (simulated)");
  act(() => radios[1]?.click());
  await until(() => expect(text()).toContain("(estimated)"));
  expect(sentUrls).toHaveLength(1);
});
