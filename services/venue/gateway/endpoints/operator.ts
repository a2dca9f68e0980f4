/**
 * Operations of the operator: marks of the oracle, deposits, which custody makes where there is one, states of markets, and
 * fee discounts, which the partner key may set too.
 */

import { ServiceError } from "#lib/kernel/errors/errors.ts";
import { MARKET_STATUSES } from "#lib/protocol/enumerations.ts";
import { DISCOUNT_PPM } from "#lib/protocol/partner/partner-levels.ts";
import { isAcceptablePublicKey } from "#lib/protocol/signing/canonical-signature.ts";
import { decodePublicKey } from "#lib/protocol/signing/signing.ts";
import {
  type Creditor,
  requireCreditor,
  requireOperator,
  requirePartner,
} from "#services/venue/gateway/request/authentication.ts";
import { readBody } from "#services/venue/gateway/request/body.ts";
import type { Exchange } from "#services/venue/gateway/request/exchange.ts";
import {
  allowOnly,
  type Body,
  isObject,
  namesOf,
  optionalDecimal,
  optionalText,
  requiredDecimal,
  requiredObject,
  requiredText,
  requiredTransaction,
  wholeNumber,
} from "#services/venue/gateway/request/fields.ts";
import type { Run } from "#services/venue/gateway/request/signed-write.ts";
import type { CallParams, GivenMark } from "#services/venue/link/messages.ts";
import {
  depositBody,
  feeDiscountBody,
  insuranceBody,
  marksBody,
  statusBody,
} from "#services/venue/surface/bodies.ts";

const MARKS_FIELDS = namesOf(marksBody);
const MARK_FIELDS = new Set(["price", "confidence"]);
const DEPOSIT_FIELDS = namesOf(depositBody);
const INSURANCE_FIELDS = namesOf(insuranceBody);
const STATUS_FIELDS = namesOf(statusBody);
const DISCOUNT_FIELDS = namesOf(feeDiscountBody);

function operatorWrite(name: string, read: (body: Body, exchange: Exchange) => CallParams): Run {
  return async (gateway, exchange) => {
    requireOperator(gateway, exchange);
    const body = await readBody(exchange.incoming);
    gateway.link.call({ name, account: null, params: read(body, exchange) }, exchange);
  };
}

/** A deposit. With the custody key it names the transaction that brought the money. */
function creditWrite(name: string, read: (body: Body) => CallParams): Run {
  return async (gateway, exchange) => {
    const creditor = requireCreditor(gateway, exchange);
    const body = await readBody(exchange.incoming);
    const params = { source: creditor, ...read(body), txHash: transactionOf(body, creditor) };
    gateway.link.call({ name, account: null, params }, exchange);
  };
}

function transactionOf(body: Body, creditor: Creditor): string | undefined {
  const isAbsent = body["tx_hash"] === undefined || body["tx_hash"] === null;
  if (isAbsent && creditor === "operator") return undefined;
  return requiredTransaction(body, "tx_hash");
}

/** Largest discount by key. The partner key sets no more than the programme's, so that a leaked key cannot make trading free. */
const MAX_DISCOUNT = {
  operator: { most: 1_000_000 },
  partner: { most: DISCOUNT_PPM, because: "the partner key sets no more" },
};

export const setMarks = operatorWrite("set_marks", (body) => {
  allowOnly(body, MARKS_FIELDS);
  const marks = requiredObject(body, "marks");
  return { marks: Object.keys(marks).map((symbol) => readMark(marks, symbol)) };
});

export const deposit = creditWrite("deposit", (body) => {
  allowOnly(body, DEPOSIT_FIELDS);
  const source = optionalText(body, "source", 128);
  return {
    account: requiredKey(requiredText(body, "account", 64)),
    amount: requiredDecimal(body, "amount"),
    reference: requiredText(body, "reference", 128),
    ...(source !== null && { source }),
  };
});

export const depositInsurance = creditWrite("insurance", (body) => {
  allowOnly(body, INSURANCE_FIELDS);
  return {
    amount: requiredDecimal(body, "amount"),
    reference: requiredText(body, "reference", 128),
  };
});

export const setMarketStatus = operatorWrite("market_status", (body, exchange) => {
  allowOnly(body, STATUS_FIELDS);
  const status = requiredText(body, "status", 16);
  if (!MARKET_STATUSES.some((known) => known === status)) {
    const allowed = MARKET_STATUSES.join(", ");
    throw new ServiceError("INVALID_ENUM", { field: "status", allowed });
  }
  return { symbol: exchange.segment, status };
});

export const setFeeDiscount: Run = async (gateway, exchange) => {
  const caller = requirePartner(gateway, exchange);
  const body = await readBody(exchange.incoming);
  allowOnly(body, DISCOUNT_FIELDS);
  const params = {
    account: requiredKey(exchange.segment),
    discountPpm: wholeNumber(body, "fee_discount_ppm", MAX_DISCOUNT[caller]),
  };
  gateway.link.call({ name: "fee_discount", account: null, params }, exchange);
};

/** A price, or a price with the half width of the oracle's confidence interval. */
function readMark(marks: Body, symbol: string): GivenMark {
  const given = marks[symbol];
  if (!isObject(given)) {
    return { symbol, price: requiredDecimal(marks, symbol), confidence: null };
  }
  allowOnly(given, MARK_FIELDS);
  return {
    symbol,
    price: requiredDecimal(given, "price"),
    confidence: optionalDecimal(given, "confidence"),
  };
}

/** Refuses an account whose key can sign nothing: money given to it would be lost. */
function requiredKey(account: string): string {
  const bytes = decodePublicKey(account);
  if (bytes === undefined || !isAcceptablePublicKey(bytes)) {
    throw new ServiceError("INVALID_PUBLIC_KEY", { field: "account" });
  }
  return account;
}
