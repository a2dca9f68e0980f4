import { expect, test } from "vitest";
import type { Message } from "#components/i18n/message-types.ts";
import { textOf } from "#components/i18n/translate.ts";
import arabic from "#components/identity/messages/ar/activity.ts";
import german from "#components/identity/messages/de/activity.ts";
import english from "#components/identity/messages/en/activity.ts";
import { sentenceOf, shortId, type Texts } from "./sentence.ts";

const textsOf = (messages: Readonly<Record<string, Message>>, locale: "en" | "de" | "ar") =>
  textOf(messages, locale) as Texts;

const row = {
  id: "aud_1",
  at: "2026-11-22T00:00:00.000Z",
  actorKind: "session",
  actorId: "ses_1",
  target: "mcp_1",
  address: null,
  agent: null,
};

test("a sentence names the sign-in method and its object", () => {
  const text = textsOf(english, "en");
  const details = { kind: "email", label: "a@example.com" };
  expect(sentenceOf(text, { ...row, action: "identity.linked", details })).toBe(
    "\u2068a@example.com\u2069 was linked (email link).",
  );
  expect(sentenceOf(text, { ...row, action: "mcp_key.revoked", details: {} })).toContain("mcp_1");
});

test("a sentence names the action of the partner programme", () => {
  const text = textsOf(english, "en");
  const paid = { ...row, action: "partner.settlement_confirmed", target: "stl_1" };
  expect(sentenceOf(text, { ...paid, details: { amount: "12.5" } })).toBe(
    "A payout of \u206812.5\u2069 USDC was confirmed on chain.",
  );
  const joined = { ...row, action: "partner.joined", details: { code: "ann" } };
  expect(sentenceOf(text, joined)).toContain("\u2068ann\u2069");
});

test("an action without a text shows its name, and a row whose details were erased still reads well", () => {
  const text = textsOf(english, "en");
  expect(sentenceOf(text, { ...row, action: "tea.made", details: {} })).toContain("tea.made");
  expect(sentenceOf(text, { ...row, action: "session.opened", details: {} })).toBe(
    "Signed in (another method).",
  );
});

test.each([
  ["en", english],
  ["de", german],
  ["ar", arabic],
] as const)("no placeholder stays unfilled in %s", (locale, messages) => {
  const text = textsOf(messages, locale);
  const actions = Object.keys(english).filter((key) => key.startsWith("action_"));
  for (const key of actions) {
    const action = key.slice("action_".length);
    expect(sentenceOf(text, { ...row, action, details: {} })).not.toMatch(/\{\w+\}/);
  }
});

test.each([
  ["grant_0123456789abcdef012384bc", "grant_…84bc"],
  ["mcp_0123456789abcdef012384bc", "mcp_…84bc"],
])("the id %s is shortened to its kind and its end", (id, short) => {
  expect(shortId(id)).toBe(short);
});
