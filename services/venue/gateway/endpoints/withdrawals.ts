/** Withdrawals: what the owner signs, and what custody reports of them. */
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import { newId } from "#lib/kernel/ids.ts";
import { encodeWithdraw, type WithdrawFields } from "#lib/protocol/signing/signing.ts";
import { USDC_AMOUNT_FORM, usdcAmount } from "#lib/protocol/solana/withdrawals.ts";
import {
  requireCustody,
  requireCustodyReader,
} from "#services/venue/gateway/request/authentication.ts";
import { readBody } from "#services/venue/gateway/request/body.ts";
import type { Exchange } from "#services/venue/gateway/request/exchange.ts";
import {
  allowOnly,
  type Body,
  namesOf,
  requiredDecimal,
  requiredText,
  requiredTransaction,
  wholeNumber,
} from "#services/venue/gateway/request/fields.ts";
import { type Run, signedWrite } from "#services/venue/gateway/request/signed-write.ts";
import type { CallParams } from "#services/venue/link/messages.ts";
import {
  returnedBody,
  sentBody,
  settledBody,
  withdrawBody,
} from "#services/venue/surface/bodies.ts";
import { PAGE, publicRead, type ReadParams } from "./reads.ts";

const WITHDRAW_FIELDS = namesOf(withdrawBody);
const SENT_FIELDS = namesOf(sentBody);
const SETTLED_FIELDS = namesOf(settledBody);
const RETURNED_FIELDS = namesOf(returnedBody);

/** No field names a destination, and an unknown field is refused. */
export const withdraw = signedWrite<WithdrawFields>({
  operation: "withdraw",
  units: 1,
  read: (body) => {
    allowOnly(body, WITHDRAW_FIELDS);
    return { amount: requiredUsdc(body, "amount"), ...signedTerms(body) };
  },
  encode: encodeWithdraw,
  command: (signed, { amount, fee }) => ({
    type: "withdraw",
    signed,
    id: newId("wdr"),
    amount,
    ...(fee !== undefined && { fee }),
  }),
});

function signedTerms(body: Body): Omit<WithdrawFields, "amount"> {
  const opens = body["opens_account"] ?? false;
  if (typeof opens !== "boolean") {
    const reason = "give true or false";
    throw new ServiceError("INVALID_FIELD", { field: "opens_account", reason });
  }
  const isWithoutFee = body["fee"] === undefined || body["fee"] === null;
  if (isWithoutFee && !opens) return {};
  return { fee: requiredUsdc(body, "fee"), opens_account: opens };
}

function requiredUsdc(body: Body, field: string): string {
  const text = requiredDecimal(body, field);
  if (usdcAmount(text) !== undefined) return text;
  throw new ServiceError("INVALID_FIELD", { field, reason: USDC_AMOUNT_FORM });
}

/** `known`: the fields that the body may have. */
function report(name: string, known: ReadonlySet<string>, read: (body: Body) => CallParams): Run {
  return async (gateway, exchange) => {
    requireCustody(gateway, exchange);
    const body = await readBody(exchange.incoming);
    allowOnly(body, known);
    const params = { id: withdrawalId(exchange), ...read(body) };
    gateway.link.call({ name, account: null, params }, exchange);
  };
}

export const reportSent = report("withdrawal_sent", SENT_FIELDS, (body) => ({
  signature: requiredTransaction(body, "signature"),
  lastValidBlockHeight: wholeNumber(body, "last_valid_block_height", {
    most: Number.MAX_SAFE_INTEGER,
  }),
}));

export const reportSettled = report("withdrawal_settled", SETTLED_FIELDS, (body) => ({
  txHash: requiredTransaction(body, "tx_hash"),
}));

export const reportReturned = report("withdrawal_returned", RETURNED_FIELDS, (body) => {
  const reason = requiredText(body, "reason", 200);
  if (reason !== "") return { reason };
  throw new ServiceError("INVALID_FIELD", { field: "reason", reason: "it is empty" });
});

/** What the host answers by its settings. */
export const getTerms = publicRead("withdrawal_terms");

export function custodyRead(name: string, params: ReadParams = () => ({})): Run {
  return (gateway, exchange) => {
    requireCustodyReader(gateway, exchange);
    gateway.link.call({ name, account: null, params: params(exchange, gateway, "") }, exchange);
  };
}

export const feedParams: ReadParams = (exchange) => ({
  after: exchange.integer("after", { least: 0, most: Number.MAX_SAFE_INTEGER }) ?? 0,
  limit: exchange.integer("limit", PAGE) ?? PAGE.fallback,
});

export const withdrawalParams: ReadParams = (exchange) => ({ id: withdrawalId(exchange) });

function withdrawalId(exchange: Exchange): string {
  return requiredText({ id: exchange.segment }, "id", 64);
}
