/** Phrases that the product does not use: each reads as translated, hides who acts, or says something else. */
import { describe, expect, it } from "vitest";
import { type Catalogue, english, textsOf } from "./catalogues.testing.ts";

/** Each with a message that has it. */
const REJECTED: readonly (readonly [phrase: RegExp, example: string])[] = [
  // Fields and figures
  [/things? to put right/i, "1 thing to put right: Enter a price."],
  [/signed size/i, "Signed size: {size} BTC, worth {amount} USDC"],
  [/maintenance ratio/i, "Maintenance ratio"],
  [/\bto liquidation$/i, "To liquidation"],
  [/[}\d] %/, "Your share is {share} %."],

  // Wallet and signature
  [/asks the wallet/i, "Each order asks the wallet"],
  [/stop signing in/i, "Stop signing in"],
  [/then has \{\w+\} s/i, "{wallet} then has {seconds} s to answer."],
  [/same bytes\)/i, "Retry (same bytes)"],
  [/\blets? (it )?in\b/i, "The wallet lets it in once."],
  [/nobody can/i, "Nobody can read or copy it."],
  [/this page included/i, "No one can copy it, this page included."],
  [/sign the (cancellation|change)/i, "Sign the cancellation"],
  [/whoever/i, "Whoever has one of them can sign in as you."],
  [/keep (those only|only those)/i, "Keep those only that are yours."],
  [/shows only a digest/i, "The wallet itself shows only a digest."],

  // Ends of orders
  [/no such order and/i, "The venue has no such order and will not take these bytes."],
  [/(never took|did not take) effect, and/i, "It never took effect, and cannot any more."],
  [/would have traded with your own/i, "It would have traded with your own order"],
  [/nothing left to (reduce|trade)/i, "Nothing left to reduce"],

  // Changes and reversals
  [/^leave$/i, "Leave"],
  [/\bgo on with\b/i, "Go on with the new size"],
  [/may open a position/i, "may open a position"],
  [/only reduces a position$/i, "only reduces a position"],
  [/can only reduce$/i, "can only reduce"],

  // Chart and preferences
  [/\bcarried\b/i, "carried over from the last bar"],
  [/no (new )?mark( came)?$/i, "no mark came"],
  [/a rise is/i, "A rise is"],
  [/as the system/i, "As the system"],
  [/copy as an image/i, "Copy as an image"],

  // Account and partner programme
  [/account pages/i, "Account pages"],
  [/csv of/i, "CSV of the period"],
  [/who you bring/i, "Who you bring gets a discount."],
  [/lower (trading )?fees,? for life/i, "{discount}% lower fees for life"],
];

/** `area.key: text` of each message that has one of the phrases. */
function withAny(phrases: readonly RegExp[], catalogue: Catalogue): string[] {
  return Object.entries(catalogue).flatMap(([area, messages]) =>
    Object.entries(messages).flatMap(([key, message]) =>
      textsOf(message)
        .filter((text) => phrases.some((phrase) => phrase.test(text)))
        .map((text) => `${area}.${key}: ${text}`),
    ),
  );
}

it("no English message has a phrase that the product does not use", () => {
  expect(
    withAny(
      REJECTED.map(([phrase]) => phrase),
      english,
    ),
  ).toEqual([]);
});

describe.each(REJECTED)("%s", (phrase, example) => {
  it("is found in any message, with its area and key", () => {
    const planted = {
      first: { good: "Place the order", bad: example },
      second: { plural: { one: "{count} order", other: example } },
    };
    expect(withAny([phrase], planted)).toEqual([
      `first.bad: ${example}`,
      `second.plural: ${example}`,
    ]);
  });
});
