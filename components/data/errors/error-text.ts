/**
 * Refusals as sentences for a person, in the page's language and with the numbers that the server named. The server's
 * own sentences are English, for programs.
 */
import { clientFormat, clientText } from "#components/i18n/client-text.ts";
import type { Format } from "#components/i18n/format.ts";
import { type Detail, detail, TERMS, type Texts, withDetail } from "./refusal-text.ts";

/** Refusals of a request's form: the page built the request, so the person can do nothing about them. */
export const PAGE_FAULTS: ReadonlySet<string> = new Set([
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

/** Also of a memo transaction: the page reads it as the server does before it sends it. */
export function isPageFault(code: string): boolean {
  return PAGE_FAULTS.has(code) || code.startsWith("MEMO_");
}

/** Patterns that find the numbers in the catalogue's English sentences; a test keeps both in step. */
const DETAILS: readonly Detail[] = [
  detail("INVALID_TICK", "multiple of (?<tick>#)"),
  detail("INVALID_LOT", "multiple of (?<lot>#)"),
  detail("MIN_NOTIONAL", "minimum of (?<minimum>#) USDC"),
  detail("PRICE_BAND", "mark, (?<low>#) to (?<high>#)"),
  detail(
    "INSUFFICIENT_MARGIN",
    "need (?<required>#) USDC of margin, but be worth only (?<available>#) USDC",
  ),
  detail("LEVERAGE_OUT_OF_RANGE", "1 to (?<most>\\d+)"),
  detail(
    "LEVERAGE_NEEDS_MARGIN",
    "need (?<required>#) USDC of margin, but is worth only (?<available>#) USDC",
  ),
  detail("ISOLATED_MARGIN_NOT_FREE", "Only (?<available>#) USDC of the balance"),
  detail("ISOLATED_MARGIN_NEEDED", "Only (?<available>#) USDC can be removed"),
  detail("WITHDRAWAL_TOO_SMALL", "withdrawal is (?<minimum>#) USDC"),
  detail("WITHDRAWAL_FEE", "withdrawal is (?<fee>#) USDC"),
  detail("WITHDRAWALS_A_DAY", "withdraw (?<most>#) times"),
  detail("WITHDRAWAL_EXCEEDS_AVAILABLE", "withdraw (?<available>#) USDC"),
  detail("POST_ONLY_WOULD_CROSS", "bid (?<bid>#|none), best ask (?<ask>#|none)"),
  ...TERMS,
  detail("BATCH_SIZE_OUT_OF_RANGE", "1 to (?<most>\\d+) orders"),
  detail("TOO_MANY_OPEN_ORDERS", "limit of (?<limit>\\d+) open"),
  detail("CLIENT_ID_LIMIT", "used (?<limit>\\d+) client_ids"),
  detail("RATE_LIMITED", "again in (?<seconds>\\d+) s"),
  detail("FAUCET_LIMIT", "(?<limit>#) USDC a day; (?<left>#) USDC are left"),
];

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
  if (isPageFault(code)) return text("PAGE_FAULT", { code });
  if (code.startsWith("HTTP_") || code === "NO_BODY") return text("UNREADABLE");
  const sentence = text(code, { message: fallback });
  // A missing text returns its own key.
  if (sentence === code) return text("UNKNOWN", { code, message: fallback });
  return withDetail(sentence, DETAILS, { text, format, code, message: fallback });
}
