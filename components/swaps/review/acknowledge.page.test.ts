/**
 * The larger the impact, the more the user must do: tick a box, tick a red box that shows the loss,
 * or type a word.
 */

import { act, createElement, type ReactNode } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { I18nProvider } from "#components/i18n/i18n-provider.tsx";
import { PageTexts } from "#components/i18n/page-texts.tsx";
import { everyPage as english } from "#components/messages/en.ts";
import { QuoteFacts } from "#components/swaps/form/quote-facts.tsx";
import swaps from "#components/swaps/messages/en/swaps.ts";
import { TOKENS } from "#lib/protocol/solana/tokens.ts";
import { swapFee } from "#lib/protocol/swaps/swap-fee.ts";
import { Acknowledge } from "./acknowledge.tsx";

const LOSS = 1_590n * 10n ** 9n;

let root: Root;
let accepted: boolean[];

function show(page: ReactNode): void {
  const own = { messages: { swaps }, children: page };
  const texts = createElement(PageTexts, own);
  const whole = { locale: "en" as const, messages: english, children: texts };
  act(() => root.render(createElement(I18nProvider, whole)));
}

function acknowledge(impactBps: number, loss: bigint | null = LOSS): void {
  const onChange = (is: boolean) => accepted.push(is);
  show(
    createElement(Acknowledge, {
      impactBps,
      isUnknown: false,
      loss: loss ?? undefined,
      isAcknowledged: false,
      onChange,
    }),
  );
}

function quoteWith(impactBps: number): void {
  const amountIn = 3_000_000_000n;
  const hops = [{ mintOut: TOKENS.SOL.mint, impactBps }];
  const route = { out: 9_400_000_000n, hops, impact: "exact" as const };
  const fee = { feePpm: 1_000n, isReferred: false };
  show(
    createElement(QuoteFacts, {
      draft: { assetIn: "USDC", assetOut: "SOL", typed: "3000", slippageBps: 50 },
      quoted: { amountIn, fee: swapFee(amountIn, 1_000n, false), route, least: 1n, impactBps },
      fee,
      marks: { SOL: "150" },
    }),
  );
}

beforeEach(() => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  accepted = [];
  const container = document.createElement("div");
  document.body.replaceChildren(container);
  root = createRoot(container);
});
afterEach(() => {
  act(() => root.unmount());
  vi.unstubAllGlobals();
});

const danger = () => document.querySelector("[data-danger]")?.getAttribute("data-danger");
const input = () => document.querySelector("input");

function type(value: string): void {
  const field = input();
  if (field === null) throw new Error("there is no input");
  const property = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value");
  act(() => {
    property?.set?.call(field, value);
    field.dispatchEvent(new Event("input", { bubbles: true }));
  });
}

test("below 5 % one tick is enough, in amber and without a sum", () => {
  acknowledge(499);
  expect(danger()).toBe("false");
  expect(document.body.textContent).not.toContain("You lose");
  act(() => input()?.click());
  expect(accepted).toEqual([true]);
});

test("from 5 % it is red and shows the loss in USD", () => {
  acknowledge(500);
  expect(danger()).toBe("true");
  expect(document.body.textContent).toContain("You lose about $1,590.00.");
  expect(input()?.type).toBe("checkbox");
});

test("without a price it is red too", () => {
  acknowledge(500, null);
  expect(danger()).toBe("true");
  expect(document.body.textContent).not.toContain("You lose");
});

test("from 15 % the user types a word, and only that word counts", () => {
  acknowledge(1_500);
  expect(input()?.type).toBe("text");
  type("conf");
  type(" Confirm ");
  type("confirmed");
  expect(accepted).toEqual([false, true, false]);
});

test.each([
  [499, "false", false],
  [500, "true", true],
])("the quote of %i bps says the same before the review", (impactBps, isDanger, hasLoss) => {
  quoteWith(impactBps);
  expect(danger()).toBe(isDanger);
  expect(document.body.textContent.includes("You lose about $1,590.00.")).toBe(hasLoss);
});
