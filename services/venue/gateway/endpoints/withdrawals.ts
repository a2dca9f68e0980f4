/** Withdrawals: what the owner signs, and what custody reports of them. */
import { ServiceError } from "#lib/platform/errors.ts";
import { newId } from "#lib/platform/ids.ts";
import { encodeWithdraw, type WithdrawFields } from "#lib/protocol/signing/signing.ts";
import { USDC_AMOUNT_FORM, usdcAmount } from "#lib/protocol/solana/withdrawals.ts";
import { requireCustody, requireCustodyReader } from "#services/venue/gateway/authentication.ts";
import { readBody } from "#services/venue/gateway/body.ts";
import type { Exchange } from "#services/venue/gateway/exchange.ts";
import {
  allowOnly,
  type Body,
  namesOf,
  requiredDecimal,
  requiredText,
  requiredTransaction,
  wholeNumber,
} from "#services/venue/gateway/fields.ts";
import { type Run, signedWrite } from "#services/venue/gateway/signed-write.ts";
import type { CallParams } from "#services/venue/link/messages.ts";
import {
  returnedBody,
  sentBody,
  settledBody,
  withdrawBody,
} from "#services/venue/surface/bodies.ts";
import { PAGE, type ReadParams } from "./reads.ts";

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
    const amount = requiredDecimal(body, "amount");
    if (usdcAmount(amount) !== undefined) return { amount };
    throw new ServiceError("INVALID_FIELD", { field: "amount", reason: USDC_AMOUNT_FORM });
  },
  encode: encodeWithdraw,
  command: (signed, { amount }) => ({ type: "withdraw", signed, id: newId("wdr"), amount }),
});

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
