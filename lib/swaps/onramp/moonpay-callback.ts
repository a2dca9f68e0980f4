/** MoonPay's signed callbacks in their published form (https://dev.moonpay.com): what happened to a purchase. */
import { createHmac, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import type { OnrampConfig } from "#lib/platform/config/onramp-config.ts";
import { parseDecimal } from "#lib/protocol/decimal.ts";
import { USDC_DECIMALS } from "#lib/protocol/solana.ts";
import { purchaseId } from "#lib/protocol/wire/onramp.ts";
import type { Callback, ProviderEvent } from "./checkout-provider.ts";
import { CURRENCY } from "./moonpay-checkout-url.ts";

const SIGNATURE_HEADER = "moonpay-signature-v2";
const TOLERANCE_SECONDS = 300;

const STATES = {
  waitingPayment: "pending",
  pending: "pending",
  waitingAuthorization: "pending",
  failed: "failed",
  completed: "paid",
} as const;

const REFUND = /^refund(?:ed)?$/i;

const envelope = z.looseObject({ type: z.string() });
const OF_PURCHASES = /^transaction_(?:created|updated|failed)$/;
/** Printable text only: Postgres refuses a zero character. */
const printable = z.string().regex(/^[!-~]+$/);
const transaction = z.looseObject({
  data: z.looseObject({
    id: printable.max(100),
    status: z.enum(["waitingPayment", "pending", "waitingAuthorization", "failed", "completed"]),
    failureReason: z.string().nullish(),
    /** The reason may also be in the step that failed. */
    stages: z.array(z.looseObject({ failureReason: z.string().nullish() })).nullish(),
    walletAddress: z.string().nullish(),
    externalTransactionId: z.string().nullish(),
    cryptoTransactionId: printable.max(128).nullish(),
    /** A JSON number, read as text. */
    quoteCurrencyAmount: z.string().nullish(),
    currency: z.looseObject({ code: z.string() }).nullish(),
  }),
});
type Transaction = z.output<typeof transaction>["data"];

/** An event of a purchase; undefined for a signed callback about something else. @throws CALLBACK_REFUSED */
export function readMoonpayCallback(
  { webhookKey }: OnrampConfig,
  { headers, body, now }: Callback,
): ProviderEvent | undefined {
  requireSignature(headers.get(SIGNATURE_HEADER), webhookKey.reveal(), { body, now });
  return eventOf(exactJson(body));
}

/** @throws CALLBACK_REFUSED */
function requireSignature(
  header: string | null,
  key: string,
  { body, now }: { body: Uint8Array; now: number },
): void {
  const [, t = "", s = ""] = /^t=(\d{1,12}),s=([0-9a-f]{64})$/.exec(header ?? "") ?? [];
  if (s === "") throw refused("it has no signature in Moonpay-Signature-V2");
  const expected = createHmac("sha256", key).update(`${t}.`).update(body).digest();
  if (!timingSafeEqual(Buffer.from(s, "hex"), expected)) throw refused("its signature is wrong");
  // The time in the signature has whole seconds, so the comparison uses whole seconds too.
  if (Math.abs(Math.floor(now / 1_000) - Number(t)) > TOLERANCE_SECONDS)
    throw refused("its time is more than 300 s from that of the service");
}

/**
 * Keeps the text of numbers in the JSON, because amounts would be rounded. @throws CALLBACK_REFUSED
 */
function exactJson(body: Uint8Array): unknown {
  const asText: Reviver = (_key, value, { source }) => (typeof value === "number" ? source : value);
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(body);
    return JSON.parse(text, asText as (key: string, value: unknown) => unknown);
  } catch {
    throw refused("it is not JSON");
  }
}

/** TypeScript's own types lack the third parameter. */
type Reviver = (key: string, value: unknown, context: { source?: string }) => unknown;

/** @throws CALLBACK_REFUSED */
function eventOf(body: unknown): ProviderEvent | undefined {
  const { type } = read(envelope, body);
  if (!OF_PURCHASES.test(type)) return undefined;
  const { data } = read(transaction, body);
  const { externalTransactionId: purchase, walletAddress: wallet, currency } = data;
  if (!purchaseId.safeParse(purchase).success || !purchase || !wallet) return undefined;
  if (currency && currency.code !== CURRENCY) return undefined;
  return {
    purchase,
    wallet,
    transaction: data.id,
    state: stateOf(data),
    signature: data.cryptoTransactionId ?? null,
    units: unitsOf(data.quoteCurrencyAmount),
  };
}

/**
 * A refund has no status of its own. It is a failure whose reason, or the reason of one of its
 * stages, says so.
 */
function stateOf({ status, failureReason, stages }: Transaction): ProviderEvent["state"] {
  const reasons = [failureReason, ...(stages ?? []).map((stage) => stage.failureReason)];
  const isRefund = reasons.some((reason) => REFUND.test(reason ?? ""));
  return status === "failed" && isRefund ? "refunded" : STATES[status];
}

/** Cuts off digits that USDC does not have. Null when no positive amount is stated. */
function unitsOf(amount: string | null | undefined): bigint | null {
  const [, whole = "", fraction = ""] = /^(\d+)(?:\.(\d+))?$/.exec(amount ?? "") ?? [];
  const units = parseDecimal(`${whole}.${fraction.slice(0, USDC_DECIMALS)}0`, USDC_DECIMALS + 1);
  return units === undefined || units < 10n ? null : units / 10n;
}

function read<Value>(schema: z.ZodType<Value>, body: unknown): Value {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw refused(`${issue?.path.join(".") || "its body"} is not as the provider publishes it`);
}

function refused(reason: string): ServiceError {
  return new ServiceError("CALLBACK_REFUSED", { reason });
}
