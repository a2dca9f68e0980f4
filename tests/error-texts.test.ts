/** Every refusal that the venue or this app can give a trader has a text in the interface. */
import { expect, test } from "vitest";
import { errorTextIn } from "#components/data/errors/error-text.ts";
import english from "#components/data/messages/en/venue-errors.ts";
import { formatIn } from "#components/i18n/format.ts";
import { textOf } from "#components/i18n/translate.ts";
import activity from "#components/identity/messages/en/activity.ts";
import { AUDIT_ACTIONS } from "#lib/identity/audit/audit-actions.ts";
import { ERRORS } from "#lib/kernel/errors/error-catalogue.ts";
import type { ErrorCode } from "#lib/kernel/errors/errors.ts";
import { errorsOf } from "#services/venue/gateway/openapi-errors.ts";
import type { Access } from "#services/venue/gateway/route.ts";
import { ROUTES } from "#services/venue/gateway/routes.ts";

/** Refusals of the app itself on the way to the venue. */
const OF_THE_APP: readonly ErrorCode[] = [
  "SIGN_IN_REQUIRED",
  "SIGN_IN_REFUSED",
  "ACCOUNT_MISMATCH",
  "CROSS_ORIGIN",
  "TRADING_NOT_ENABLED",
  "MISSING_SIGNATURE",
  "NOT_FOUND",
  "METHOD_NOT_ALLOWED",
  "BODY_TOO_LARGE",
  "UNSUPPORTED_MEDIA_TYPE",
  "HEADERS_TOO_LARGE",
  "REQUEST_TIMEOUT",
  "RATE_LIMITED",
  "INTERNAL",
  "DRAINING",
  "NOT_READY",
  "VENUE_UNREACHABLE",
  "VENUE_TIMEOUT",
  "FAUCET_LIMIT",
  "TRANSFERS_NOT_AVAILABLE",
  "INSUFFICIENT_BALANCE",
  "TRANSACTION_EXPIRED",
  "TRANSACTION_MISMATCH",
  "TRANSACTION_REFUSED",
  "CHAIN_UNREACHABLE",
  "CHAIN_IS_ANOTHER",
  "CUSTODY_UNREACHABLE",
  "CLAIM_REFUSED",
  "SANDBOX_UNREACHABLE",
];

/** Callers that are not traders: no page shows their errors. */
const OF_NO_TRADER: ReadonlySet<Access> = new Set([
  "operator",
  "creditor",
  "custody",
  "custodyReader",
  "streamReader",
]);

function codesOfTheVenue(): Set<ErrorCode> {
  // Pages read the app's stream, not the venue's.
  const routes = ROUTES.filter(({ access, isStream }) => !isStream && !OF_NO_TRADER.has(access));
  return new Set(routes.flatMap(errorsOf));
}

test("every refusal that a trader can get has its own text", () => {
  const codes = [...codesOfTheVenue(), ...OF_THE_APP];
  expect(codes.length).toBeGreaterThan(50);
  const text = textOf(english, "en") as Parameters<typeof errorTextIn>[0];
  const said = (code: string) =>
    errorTextIn(text, formatIn("en"), { code, fallback: "the server's own" });
  const without = codes.filter((code) => said(code).includes("the server's own"));
  // Its sentence is the reason, which only the server knows.
  expect(without).toEqual(["INVALID_FIELD"]);
});

test("no text exists for a code that is not in the catalogue", () => {
  // The page itself makes the first four; a staged order holds the last (lib/assistants/staged-orders), and no request
  // is refused with it.
  const own = new Set(["NETWORK", "UNREADABLE", "UNKNOWN", "PAGE_FAULT", "NEVER_ARRIVED"]);
  const codes = Object.keys(english).filter((key) => !key.endsWith("_detail") && !own.has(key));
  expect(codes.filter((code) => !(code in ERRORS))).toEqual([]);
});

test("every action of the audit log has a sentence, and no sentence is left over", () => {
  const keys = Object.keys(activity).filter((key) => key.startsWith("action_"));
  const actions = keys.map((key) => key.slice("action_".length));
  expect(actions.toSorted()).toEqual([...AUDIT_ACTIONS].toSorted());
});

test("refusal texts say “proposed orders”, and write “cannot” as one word", () => {
  // A placeholder for every value in a text.
  const named: object = new Proxy({}, { get: () => "named" });
  const texts = Object.values(ERRORS).map(({ text }) =>
    (text as (context: object) => string)(named),
  );
  expect(texts).toContain("The proposed order is named already.");
  expect(texts.filter((text) => /\bstag(?:e|es|ed|ing)\b|\bcan not\b/i.test(text))).toEqual([]);
});
