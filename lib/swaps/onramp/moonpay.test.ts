/** MoonPay's form: the signed address, and which callbacks are accepted as MoonPay's. */
import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { Secret } from "#lib/kernel/env.ts";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import { type MoonpayTransaction, moonpayBody, moonpaySignature } from "./moonpay.testing.ts";
import { moonpay } from "./moonpay.ts";

const NOW = Date.parse("2026-03-01T12:00:30Z");
const WALLET = "9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin";
const PURCHASE = "onr_0123456789abcdef01234567";
const PAYMENT = "5".repeat(88);
const SETTINGS = {
  provider: "moonpay",
  url: "https://buy.moonpay.example",
  apiKey: "pk_test_1",
  secretKey: new Secret("secret-key-0123456789-0123456789"),
  webhookKey: new Secret("webhook-key-0123456789-0123456789"),
} as const;
const KEY = SETTINGS.webhookKey.reveal();

const COMPLETED: MoonpayTransaction = {
  status: "completed",
  externalTransactionId: PURCHASE,
  walletAddress: WALLET,
  cryptoTransactionId: PAYMENT,
  quoteCurrencyAmount: "96.5",
};

const read = (body: string | Uint8Array, header: string | null, now = NOW) => {
  const headers = new Headers(header === null ? {} : { "Moonpay-Signature-V2": header });
  const bytes = typeof body === "string" ? Buffer.from(body) : body;
  return moonpay.readCallback(SETTINGS, { headers, body: bytes, now });
};
const signed = (body: string) => read(body, moonpaySignature(body, KEY, NOW));
const refusal = (make: () => unknown): string => {
  try {
    make();
  } catch (error) {
    if (error instanceof ServiceError) return `${error.code}: ${error.message}`;
    throw error;
  }
  return "taken";
};

test("the signature covers the whole query and is its last parameter", () => {
  const url = moonpay.checkoutUrl(SETTINGS, {
    id: PURCHASE,
    wallet: WALLET,
    amount: "100.50",
    currency: "EUR",
    returnUrl: "https://app.example/account/transfers?purchase=1&x='y z'",
  });
  const [query = "", signature = ""] = url.slice(url.indexOf("?")).split("&signature=");
  const expected = createHmac("sha256", SETTINGS.secretKey.reveal()).update(query).digest("base64");
  expect(decodeURIComponent(signature)).toBe(expected);
  expect(new URL(url).host).toBe("buy.moonpay.example");
  expect(Object.fromEntries(new URLSearchParams(query))).toEqual({
    apiKey: "pk_test_1",
    currencyCode: "usdc_sol",
    baseCurrencyCode: "eur",
    baseCurrencyAmount: "100.50",
    lockAmount: "true",
    walletAddress: WALLET,
    externalTransactionId: PURCHASE,
    redirectURL: "https://app.example/account/transfers?purchase=1&x='y z'",
  });
  expect(url).not.toContain(SETTINGS.secretKey.reveal());
});

test("the configured address keeps its query, and the signature covers it", () => {
  const settings = { ...SETTINGS, url: "https://buy.moonpay.example/?theme=dark&walletAddress=x" };
  const url = moonpay.checkoutUrl(settings, {
    id: PURCHASE,
    wallet: WALLET,
    amount: "100",
    currency: "EUR",
    returnUrl: "https://app.example/account/transfers",
  });
  const [query = "", signature = ""] = url.slice(url.indexOf("?")).split("&signature=");
  const expected = createHmac("sha256", SETTINGS.secretKey.reveal()).update(query).digest("base64");
  expect(decodeURIComponent(signature)).toBe(expected);
  const parameters = new URLSearchParams(query);
  expect(parameters.get("theme")).toBe("dark");
  expect(parameters.getAll("walletAddress")).toEqual([WALLET]);
});

test("a completed transaction names the payment and the exact amount", () => {
  expect(signed(moonpayBody(COMPLETED))).toEqual({
    purchase: PURCHASE,
    wallet: WALLET,
    transaction: "7b1f6d1e-3a0b-4f6e-9a39-3a1f1f0c4f11",
    state: "paid",
    signature: PAYMENT,
    units: 96_500_000n,
  });
});

test.each([
  ["0.000001", 1n],
  ["9007199254740993.123456", 9_007_199_254_740_993_123_456n],
  ["12.3456789", 12_345_678n],
  ["0", null],
  ["0.0000001", null],
  ["-5", null],
  ["1e3", null],
  ["null", null],
  ["123456789012345678901234567890123", null],
])("the stated amount %s is %s units", (quoteCurrencyAmount, units) => {
  expect(signed(moonpayBody({ ...COMPLETED, quoteCurrencyAmount }))?.units).toBe(units);
});

test.each([
  ["waitingPayment", null, "pending"],
  ["pending", null, "pending"],
  ["waitingAuthorization", null, "pending"],
  ["failed", "payment_authorization_declined", "failed"],
  ["failed", null, "failed"],
  ["failed", "refund", "refunded"],
  ["failed", "Refund", "refunded"],
  ["completed", "refund", "paid"],
])("status %s with reason %s is the state %s", (status, failureReason, state) => {
  const body = moonpayBody({ ...COMPLETED, status, failureReason });
  expect(signed(body)?.state).toBe(state);
});

test.each([
  ["failed", ["card_not_supported", "refund"], "refunded"],
  ["failed", [null, "cancelled"], "failed"],
  ["completed", ["refund"], "paid"],
])("status %s with the reasons %j of its stages is the state %s", (status, reasons, state) => {
  const stages = reasons.map((failureReason) => ({ stage: "stage_one_ordering", failureReason }));
  const body = moonpayBody({ ...COMPLETED, status, failureReason: null, stages });
  expect(signed(body)?.state).toBe(state);
});

test.each([
  ["another kind of event", moonpayBody(COMPLETED, { type: "sell_transaction_updated" })],
  ["no purchase", moonpayBody({ ...COMPLETED, externalTransactionId: "" })],
  [
    "a purchase of another form",
    moonpayBody({ ...COMPLETED, externalTransactionId: "onr_' or 1=1" }),
  ],
  ["no wallet", moonpayBody({ ...COMPLETED, walletAddress: "" })],
  ["another currency", moonpayBody(COMPLETED).replace("usdc_sol", "usdc")],
])("%s is nothing of this service", (_what, body) => {
  expect(signed(body)).toBeUndefined();
});

const BODY = moonpayBody(COMPLETED);
const AT = Math.floor(NOW / 1_000);
const good = moonpaySignature(BODY, KEY, NOW);
const hex = good.slice(good.indexOf("s=") + 2);

test.each([
  ["no signature", BODY, null, /no signature/],
  ["an empty signature", BODY, "", /no signature/],
  ["a time without a signature", BODY, `t=${AT}`, /no signature/],
  ["a signature without a time", BODY, `s=${hex}`, /no signature/],
  ["a second signature", BODY, `${good},s=${"0".repeat(64)}`, /no signature/],
  ["half a signature", BODY, `t=${AT},s=${hex.slice(0, 32)}`, /no signature/],
  ["the signature of another body", BODY.replace("96.5", "96.6"), good, /wrong/],
  ["a space more in the body", `${BODY} `, good, /wrong/],
  ["the signature of another time", BODY, `t=${AT + 1},s=${hex}`, /wrong/],
  ["another key", BODY, moonpaySignature(BODY, `${KEY}x`, NOW), /wrong/],
  ["the key of addresses", BODY, moonpaySignature(BODY, SETTINGS.secretKey.reveal(), NOW), /wrong/],
  ["a time 301 s ago", BODY, moonpaySignature(BODY, KEY, NOW - 301_000), /300 s/],
  ["a time 301 s ahead", BODY, moonpaySignature(BODY, KEY, NOW + 301_000), /300 s/],
])("%s is refused", (_what, body, header, reason) => {
  expect(refusal(() => read(body, header))).toMatch(reason);
  expect(refusal(() => read(body, header))).toMatch(/^CALLBACK_REFUSED/);
});

test.each([-300_000, 300_000])("a time %s ms away is taken", (away) => {
  expect(read(BODY, moonpaySignature(BODY, KEY, NOW + away))?.state).toBe("paid");
});

test.each([
  ["nothing", ""],
  ["no JSON", "{"],
  ["another shape", "[]"],
  ["an unknown status", moonpayBody({ ...COMPLETED, status: "done" })],
  ["a payment with a zero character", moonpayBody({ ...COMPLETED, cryptoTransactionId: "a\0" })],
])("a signed body that is %s is refused", (_what, body) => {
  expect(refusal(() => signed(body))).toMatch(/^CALLBACK_REFUSED/);
});

test("bytes that are not text are refused, even if they are signed", () => {
  const bytes = Buffer.from([0x7b, 0xff, 0x7d]);
  expect(refusal(() => read(bytes, moonpaySignature(bytes, KEY, NOW)))).toMatch(/not JSON/);
});
