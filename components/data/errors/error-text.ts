/**
 * Refusals as sentences for a person, in the page's language and with the numbers that the server named. The server's
 * own sentences are English, for programs.
 */
import { clientFormat, clientText } from "#components/i18n/client-text.ts";
import type { Format } from "#components/i18n/format.ts";
import type { Text } from "#components/i18n/message-types.ts";
import type { Sources } from "#components/i18n/sources.ts";
import type { OrderRefusal } from "#lib/protocol/orders/counts.ts";

type Key = keyof Sources["venueErrors"];

/** Refusals of a request's form: the page built the request, so the person can do nothing about them. */
const PAGE_FAULTS = new Set([
  "MALFORMED_BODY",
  "MALFORMED_QUERY",
  "MALFORMED_REQUEST",
  "MALFORMED_PATH",
  "UNKNOWN_FIELD",
  "MISSING_FIELD",
  "INVALID_DECIMAL",
  "INVALID_ENUM",
  "MISSING_CREDENTIAL",
  "MALFORMED_CREDENTIAL",
  "WRONG_CREDENTIAL",
  "MISSING_SIGNATURE",
  "TIMESTAMP_MISMATCH",
  "CROSS_ORIGIN",
  "OPERATOR_ONLY",
  "NOT_FOUND",
  "METHOD_NOT_ALLOWED",
  "BODY_TOO_LARGE",
  "HEADERS_TOO_LARGE",
  "UNSUPPORTED_MEDIA_TYPE",
]);

type Detail = { code: string; key: Key; pattern: RegExp };

const FIGURE = "-?\\d+(?:\\.\\d+)?";

function detail(code: Key, pattern: string, key: Key): Detail {
  return { code, key, pattern: new RegExp(pattern.replaceAll("#", FIGURE)) };
}

/** Patterns that find the numbers in the catalogue's English sentences; a test keeps both in step. */
const DETAILS: readonly Detail[] = [
  detail("INVALID_TICK", "multiple of (?<tick>#)", "INVALID_TICK_detail"),
  detail("INVALID_LOT", "multiple of (?<lot>#)", "INVALID_LOT_detail"),
  detail("MIN_NOTIONAL", "minimum of (?<minimum>#) USDC", "MIN_NOTIONAL_detail"),
  detail("PRICE_BAND", "mark, (?<low>#) to (?<high>#)", "PRICE_BAND_detail"),
  detail(
    "INSUFFICIENT_MARGIN",
    "need (?<required>#) USDC of margin, but be worth only (?<available>#) USDC",
    "INSUFFICIENT_MARGIN_detail",
  ),
  detail("WITHDRAWAL_TOO_SMALL", "withdrawal is (?<minimum>#) USDC", "WITHDRAWAL_TOO_SMALL_detail"),
  detail(
    "WITHDRAWAL_EXCEEDS_AVAILABLE",
    "withdraw (?<available>#) USDC",
    "WITHDRAWAL_EXCEEDS_AVAILABLE_detail",
  ),
  detail(
    "POST_ONLY_WOULD_CROSS",
    "bid (?<bid>#|none), best ask (?<ask>#|none)",
    "POST_ONLY_WOULD_CROSS_detail",
  ),
  detail(
    "INVALID_TRIGGER_PRICE",
    "above the mark, (?<price>#)",
    "INVALID_TRIGGER_PRICE_above_mark_detail",
  ),
  detail(
    "INVALID_TRIGGER_PRICE",
    "below the mark, (?<price>#)",
    "INVALID_TRIGGER_PRICE_below_mark_detail",
  ),
  detail(
    "INVALID_TRIGGER_PRICE",
    "above the last trade, (?<price>#)",
    "INVALID_TRIGGER_PRICE_above_last_detail",
  ),
  detail(
    "INVALID_TRIGGER_PRICE",
    "below the last trade, (?<price>#)",
    "INVALID_TRIGGER_PRICE_below_last_detail",
  ),
  detail("INVALID_ORDER_TERMS", "needs time_in_force IOC or FOK", "marketRests_detail"),
  detail("INVALID_ORDER_TERMS", "needs time_in_force GTC or IOC", "triggerFok_detail"),
  detail("INVALID_ORDER_TERMS", "POST_ONLY goes with", "postOnlyTakes_detail"),
  detail("INVALID_ORDER_TERMS", "size is the new total", "INVALID_ORDER_TERMS_size_detail"),
  detail("BATCH_SIZE_OUT_OF_RANGE", "1 to (?<most>\\d+) orders", "BATCH_SIZE_OUT_OF_RANGE_detail"),
  detail("TOO_MANY_OPEN_ORDERS", "limit of (?<limit>\\d+) open", "TOO_MANY_OPEN_ORDERS_detail"),
  detail("RATE_LIMITED", "again in (?<seconds>\\d+) s", "RATE_LIMITED_detail"),
  detail("FAUCET_LIMIT", "(?<limit>#) USDC a day; (?<left>#) USDC are left", "FAUCET_LIMIT_detail"),
];

/** The texts of this folder by any key. */
type Texts = (key: string, values?: Readonly<Record<string, string>>) => string;

/**
 * The sentence for a refusal. `fallback` is the server's message: its numbers are read from it, and it is shown as it
 * is for an unknown code. In the browser only, inside and outside React.
 */
export function errorText(code: string, fallback: string): string {
  // The compiler knows neither the keys nor their values here; a test goes through all of them.
  return errorTextIn(clientText("venueErrors") as Texts, clientFormat(), { code, fallback });
}

/** The same in the language of `text` and `format`. */
export function errorTextIn(
  text: Texts,
  format: Pick<Format, "grouped">,
  { code, fallback }: { code: string; fallback: string },
): string {
  if (PAGE_FAULTS.has(code)) return text("PAGE_FAULT", { code });
  if (code.startsWith("HTTP_") || code === "NO_BODY") return text("UNREADABLE");
  const sentence = text(code);
  // A missing text returns its own key.
  if (sentence === code) return text("UNKNOWN", { code, message: fallback });
  for (const one of DETAILS) {
    const match = one.code === code ? one.pattern.exec(fallback) : null;
    if (match) return `${sentence} ${text(one.key, figuresIn(format, match.groups ?? {}))}`;
  }
  return sentence;
}

type RefusalWords = { refusals: Text<Sources["venueErrors"]>; format: Pick<Format, "grouped"> };

/** The sentence for a rule that an order breaks: the one that its refusal by the venue would have. */
export function refusalText({ code, context }: OrderRefusal, words: RefusalWords): string {
  const text = words.refusals as Texts;
  if ("reason" in context) {
    return errorTextIn(text, words.format, { code, fallback: context.reason });
  }
  const detail = `${code}_detail`;
  if (text(detail) === detail) return text(code);
  return `${text(code)} ${text(detail, figuresIn(words.format, context))}`;
}

function figuresIn(format: Pick<Format, "grouped">, figures: object): Record<string, string> {
  const written = Object.entries(figures).map(([name, figure]) => {
    const text = String(figure);
    return [name, text === "none" ? "—" : format.grouped(text)] as const;
  });
  return Object.fromEntries(written);
}
