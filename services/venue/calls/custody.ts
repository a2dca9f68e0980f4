/** Reports of custody, and what custody, signers and auditors read. The gateway has checked the key. */
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import type {
  CustodyDeposit,
  CustodyTotals,
  CustodyTransfer,
  CustodyWithdrawal,
} from "#lib/protocol/wire/custody.ts";
import type { CustodyCommand } from "#services/venue/engine/commands.ts";
import type { Deposit, Transfer, Withdrawal } from "#services/venue/engine/transfers.ts";
import { moneyText } from "#services/venue/projection/number-text.ts";
import { outcomeBody } from "#services/venue/records/outcomes.ts";
import type { AnswerCall, CallAnswer, HostContext } from "./answer-call.ts";
import { execute } from "./execute.ts";
import { numberParam, textParam } from "./params.ts";

export const withdrawalSent: AnswerCall = (context, call) =>
  report(context, {
    type: "withdrawal_sent",
    id: textParam(call, "id") ?? "",
    signature: textParam(call, "signature") ?? "",
    lastValidBlockHeight: numberParam(call, "lastValidBlockHeight") ?? 0,
  });

export const withdrawalSettled: AnswerCall = (context, call) =>
  report(context, {
    type: "withdrawal_settled",
    id: textParam(call, "id") ?? "",
    txHash: textParam(call, "txHash") ?? "",
  });

export const withdrawalReturned: AnswerCall = (context, call) =>
  report(context, {
    type: "withdrawal_returned",
    id: textParam(call, "id") ?? "",
    reason: textParam(call, "reason") ?? "",
  });

function report(context: HostContext, command: CustodyCommand): CallAnswer {
  const outcome = execute(context, command);
  if (outcome.kind !== "transfer") throw new ServiceError("INTERNAL");
  if (!outcome.repeated) context.transfers.add(outcome.transfer);
  return { status: 200, body: outcomeBody(outcome) };
}

/** By change: a reader that keeps the last `seq` sees the latest state of each transfer. */
export const getCustodyTransfers: AnswerCall = ({ transfers }, call) => {
  const limit = numberParam(call, "limit") ?? 0;
  const found = transfers.changedAfter(numberParam(call, "after") ?? 0, limit + 1);
  const page = found.slice(0, limit);
  const next = found.length > limit ? String(page.at(-1)?.seq) : null;
  return { status: 200, body: { results: page.map(custodyTransfer), next } };
};

export const getCustodyWithdrawal: AnswerCall = ({ venue }, call) => {
  const withdrawal = venue.state.withdrawals.get(textParam(call, "id") ?? "");
  if (withdrawal === undefined) throw new ServiceError("WITHDRAWAL_NOT_FOUND");
  return { status: 200, body: custodyWithdrawal(withdrawal) };
};

export const getCustodyTotals: AnswerCall = ({ venue }) => {
  const { deposits, withdrawn, reserved, seq } = venue.state;
  const body: CustodyTotals = {
    deposits: moneyText(deposits),
    withdrawn_settled: moneyText(withdrawn),
    reserved: moneyText(reserved),
    liabilities: moneyText(deposits - withdrawn),
    seq,
    height: venue.sequencer.latestBlock.height,
  };
  return { status: 200, body };
};

function custodyTransfer(transfer: Transfer): CustodyTransfer {
  return transfer.kind === "DEPOSIT" ? custodyDeposit(transfer) : custodyWithdrawal(transfer);
}

function custodyDeposit(deposit: Deposit): CustodyDeposit {
  const { seq, kind, id, account, reference, source } = deposit;
  return {
    seq,
    kind,
    id,
    account,
    amount: moneyText(deposit.amount),
    reference,
    tx_hash: deposit.txHash,
    source,
    created_at: deposit.createdAt,
  };
}

function custodyWithdrawal(withdrawal: Withdrawal): CustodyWithdrawal {
  const { seq, kind, id, account, status, digest, payload, signature, timestamp } = withdrawal;
  return {
    seq,
    kind,
    id,
    account,
    amount: moneyText(withdrawal.amount),
    status,
    digest,
    payload,
    signature,
    timestamp,
    attempts: withdrawal.attempts.map((attempt) => ({
      signature: attempt.signature,
      last_valid_block_height: attempt.lastValidBlockHeight,
    })),
    tx_hash: withdrawal.txHash,
    reason: withdrawal.reason,
    created_at: withdrawal.createdAt,
    last_updated_at: withdrawal.updatedAt,
  };
}
