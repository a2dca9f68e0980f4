/**
 * Withdrawals: the owner's signature reserves the money at once, custody then reports what became of it
 * (docs/decisions/045): `RESERVED → SENT → SETTLED`, or `RESERVED → RETURNED` while nothing was sent.
 */
import { type Refusal, refusal } from "#lib/kernel/errors/errors.ts";
import { WITHDRAWAL_STATUSES, type WithdrawalStatus } from "#lib/protocol/enumerations.ts";
import {
  USDC_AMOUNT_FORM,
  usdcAmount,
  withdrawable,
  withdrawalProblem,
} from "#lib/protocol/solana/withdrawals.ts";
import { accountMargin } from "./account-margin.ts";
import { accountChanged, accountOf } from "./accounts.ts";
import type { CommandOf } from "./commands.ts";
import type { EngineEvents } from "./events.ts";
import type { Account } from "./market-state.ts";
import { type Outcome, refused } from "./outcome.ts";
import type { Withdrawal } from "./transfers.ts";
import type { VenueState } from "./venue-state.ts";

/** Takes the amount from the balance. Only the owner gets here: no scope of a signer covers it. */
export function withdraw(
  state: VenueState,
  command: CommandOf<"withdraw">,
  events: EngineEvents,
): Outcome {
  const amount = usdcAmount(command.amount);
  if (amount === undefined) return noAmount("amount");
  const fee = usdcAmount(command.fee ?? "0");
  if (fee === undefined) return noAmount("fee");
  const account = state.accounts.get(command.signed.account);
  const problem = withdrawalProblem({ amount, fee }, availableTo(account));
  if (problem !== undefined) return refused(problem);
  const withdrawal = reserved(state, command, amount);
  state.withdrawals.set(withdrawal.id, withdrawal);
  state.reserved += amount;
  moveBalance(state, { ...withdrawal, amount: -amount, kind: "WITHDRAWAL" }, events);
  state.effects.listener?.transfer(withdrawal);
  return { kind: "transfer", transfer: withdrawal, repeated: false };
}

function noAmount(field: string): Outcome {
  return refused(refusal("INVALID_FIELD", { field, reason: USDC_AMOUNT_FORM }));
}

/** What an account may withdraw, in 1e-9 USDC; of one that does not exist nothing. */
function availableTo(account: Account | undefined): bigint {
  if (account === undefined) return 0n;
  return withdrawable({ balance: account.balance, ...accountMargin(account) });
}

function reserved(
  state: VenueState,
  { id, signed }: CommandOf<"withdraw">,
  amount: bigint,
): Withdrawal {
  return {
    kind: "WITHDRAWAL",
    id,
    account: signed.account,
    amount,
    status: "RESERVED",
    digest: signed.digest,
    signature: Buffer.from(signed.signature).toString("hex"),
    payload: Buffer.from(signed.payload).toString("hex"),
    timestamp: signed.timestamp,
    attempts: [],
    txHash: null,
    reason: null,
    createdAt: state.time,
    updatedAt: state.time,
    createdSeq: state.seq,
    seq: state.seq,
  };
}

/** A transaction was made that pays it; another one only after custody proved that the one before is dead. */
export function withdrawalSent(state: VenueState, command: CommandOf<"withdrawal_sent">): Outcome {
  const withdrawal = state.withdrawals.get(command.id);
  if (withdrawal === undefined) return refused(refusal("WITHDRAWAL_NOT_FOUND"));
  const { signature, lastValidBlockHeight } = command;
  const known = withdrawal.attempts.find((attempt) => attempt.signature === signature);
  if (known !== undefined) {
    const same = known.lastValidBlockHeight === lastValidBlockHeight;
    return same ? repeated(withdrawal) : differs("it was reported with another block height");
  }
  const { status } = withdrawal;
  if (status !== "RESERVED" && status !== "SENT") return wrongState(status, "RESERVED or SENT");
  const attempts = [...withdrawal.attempts, { signature, lastValidBlockHeight }];
  return changed(state, withdrawal, { status: "SENT", attempts });
}

/** One of the transactions is final. */
export function withdrawalSettled(
  state: VenueState,
  command: CommandOf<"withdrawal_settled">,
): Outcome {
  const withdrawal = state.withdrawals.get(command.id);
  if (withdrawal === undefined) return refused(refusal("WITHDRAWAL_NOT_FOUND"));
  const { status, amount, attempts } = withdrawal;
  const { txHash } = command;
  if (status === "SETTLED" && withdrawal.txHash === txHash) return repeated(withdrawal);
  if (status !== "SENT") return wrongState(status, "SENT");
  if (!attempts.some(({ signature }) => signature === txHash)) {
    return differs("it was not reported as sent");
  }
  state.reserved -= amount;
  state.withdrawn += amount;
  return changed(state, withdrawal, { status: "SETTLED", txHash });
}

/** The money goes back to the balance. Never once an attempt exists: it may have moved the money then. */
export function withdrawalReturned(
  state: VenueState,
  command: CommandOf<"withdrawal_returned">,
  events: EngineEvents,
): Outcome {
  const withdrawal = state.withdrawals.get(command.id);
  if (withdrawal === undefined) return refused(refusal("WITHDRAWAL_NOT_FOUND"));
  const { status, amount } = withdrawal;
  const { reason } = command;
  if (status === "RETURNED" && withdrawal.reason === reason) return repeated(withdrawal);
  if (status !== "RESERVED") return wrongState(status, "RESERVED");
  state.reserved -= amount;
  moveBalance(state, { ...withdrawal, kind: "WITHDRAWAL_RETURNED" }, events);
  return changed(state, withdrawal, { status: "RETURNED", reason });
}

function moveBalance(
  state: VenueState,
  change: { account: string; amount: bigint; kind: "WITHDRAWAL" | "WITHDRAWAL_RETURNED" },
  events: EngineEvents,
): void {
  const { account: pubkey, amount, kind } = change;
  const account = accountOf(state, pubkey);
  account.balance += amount;
  accountChanged(state, account);
  events.balance({ account: pubkey, kind, market: null, amount });
}

function changed(
  state: VenueState,
  before: Withdrawal,
  change: Partial<Pick<Withdrawal, "status" | "attempts" | "txHash" | "reason">>,
): Outcome {
  const transfer = { ...before, ...change, updatedAt: state.time, seq: state.seq };
  state.withdrawals.set(transfer.id, transfer);
  state.effects.hashNumber(WITHDRAWAL_STATUSES.indexOf(transfer.status));
  state.effects.hashNumber(transfer.attempts.length);
  state.effects.hashAmount(state.reserved);
  state.effects.listener?.transfer(transfer);
  return { kind: "transfer", transfer, repeated: false };
}

function repeated(transfer: Withdrawal): Outcome {
  return { kind: "transfer", transfer, repeated: true };
}

function wrongState(status: WithdrawalStatus, needed: string): Outcome {
  return refused(refusal("WITHDRAWAL_STATE", { status, needed }));
}

function differs(reason: string): Outcome {
  const problem: Refusal = refusal("WITHDRAWAL_ATTEMPT_DIFFERS", { reason });
  return refused(problem);
}
