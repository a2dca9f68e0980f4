/** Refusals are sentences in every language, with the numbers from the catalogue's sentence. */
import { describe, expect, test } from "vitest";
import arabic from "#components/data/messages/ar/venue-errors.ts";
import german from "#components/data/messages/de/venue-errors.ts";
import english from "#components/data/messages/en/venue-errors.ts";
import { formatIn } from "#components/i18n/format.ts";
import type { Message } from "#components/i18n/message-types.ts";
import { textOf } from "#components/i18n/translate.ts";
import { ERRORS } from "#lib/kernel/errors/error-catalogue.ts";
import type { ErrorCode } from "#lib/kernel/errors/errors.ts";
import { errorTextIn } from "./error-text.ts";

const LANGUAGES = { en: english, de: german, ar: arabic } as const;
type Language = keyof typeof LANGUAGES;

function say(language: Language, code: string, fallback: string): string {
  const text = textOf(LANGUAGES[language] as Readonly<Record<string, Message>>, language);
  return errorTextIn(text as never, formatIn(language), { code, fallback });
}

/** The message on the wire, with numbers in the venue's format. */
function sent(code: ErrorCode, context: object): string {
  return ERRORS[code].text(context as never);
}

describe("the figures of a refusal", () => {
  test.each<[ErrorCode, object, string]>([
    ["INVALID_TICK", { tick: "0.5" }, "multiple of 0.5"],
    ["INVALID_LOT", { lot: "0.0001" }, "multiple of 0.0001"],
    ["MIN_NOTIONAL", { minimum: "10" }, "at least 10 USDC"],
    ["PRICE_BAND", { low: "57600.5", high: "70400" }, "between 57,600.5 and 70,400"],
    [
      "INSUFFICIENT_MARGIN",
      { required: "1234.5", available: "-7.25" },
      "need 1,234.5 USDC of margin and would be worth -7.25 USDC",
    ],
    ["WITHDRAWAL_FEE", { fee: "1.1" }, "1.1 USDC now"],
    ["WITHDRAWALS_A_DAY", { most: 20, until: "2026-01-01T00:00:00.000Z" }, "At most 20"],
    ["WITHDRAWAL_TOO_SMALL", { minimum: "1" }, "at least 1 USDC"],
    ["WITHDRAWAL_EXCEEDS_AVAILABLE", { available: "1234.5" }, "Available: 1,234.5 USDC"],
    ["POST_ONLY_WOULD_CROSS", { bid: "63999", ask: "none" }, "bid 63,999, best ask —"],
    [
      "INVALID_TRIGGER_PRICE",
      { reason: "it must lie below the last trade, 64000.5" },
      "below the last trade, 64,000.5",
    ],
    ["INVALID_TRIGGER_PRICE", { reason: "it must lie above the mark, 64000" }, "above the mark"],
    [
      "INVALID_ORDER_TERMS",
      { reason: "size is the new total; it must be more than what the order has filled." },
      "more than what has already filled",
    ],
    ["BATCH_SIZE_OUT_OF_RANGE", { most: 50 }, "At most 50"],
    ["TOO_MANY_OPEN_ORDERS", { limit: 200 }, "limit is 200"],
    ["CLIENT_ID_LIMIT", { most: 100_000 }, "limit is 100,000"],
    ["LEVERAGE_OUT_OF_RANGE", { market: "BTCUSDC", most: 20 }, "from 1 to 20"],
    [
      "LEVERAGE_NEEDS_MARGIN",
      { required: "1600.5", available: "1000" },
      "need 1,600.5 USDC of margin, and is worth 1,000 USDC",
    ],
    ["ISOLATED_MARGIN_NOT_FREE", { available: "12.5" }, "12.5 USDC are free"],
    ["ISOLATED_MARGIN_NEEDED", { available: "1200" }, "1,200 USDC can be removed"],
    ["RATE_LIMITED", { retryAfterSeconds: 7 }, "in 7 s"],
    ["FAUCET_LIMIT", { limit: "10000", left: "250.5" }, "10,000 USDC a day, 250.5 USDC left"],
  ])("%s are taken from its message", (code, context, part) => {
    expect(say("en", code, sent(code, context))).toContain(part);
  });

  test("are written in the page's language", () => {
    const message = sent("PRICE_BAND", { low: "57600.5", high: "70400" });
    expect(say("de", "PRICE_BAND", message)).toContain("zwischen 57.600,5 und 70.400");
    expect(say("ar", "PRICE_BAND", message)).toContain("\u206857,600.5\u2069");
  });

  test("may be missing: the sentence stands without them", () => {
    expect(say("en", "PRICE_BAND", "another wording")).toBe(english.PRICE_BAND);
  });
});

describe("a code", () => {
  test("that is not known shows what came with it", () => {
    expect(say("en", "TEAPOT", "Short and stout.")).toContain("TEAPOT");
    expect(say("en", "TEAPOT", "Short and stout.")).toContain("Short and stout.");
  });

  test("of an order that never arrived is a sentence in each language", () => {
    const said = (["en", "de", "ar"] as const).map((one) => say(one, "NEVER_ARRIVED", "x"));
    expect(new Set(said).size).toBe(3);
    for (const sentence of said) expect(sentence).not.toContain("NEVER_ARRIVED");
  });

  test("of no catalogue, but of a page that is no answer, says so", () => {
    expect(say("en", "HTTP_502", "The service answered 502.")).toBe(english.UNREADABLE);
  });

  test("that blames the page's own request names itself for whoever reports it", () => {
    for (const language of ["en", "de", "ar"] as const) {
      expect(say(language, "MALFORMED_BODY", "x")).toContain("MALFORMED_BODY");
    }
  });
});
