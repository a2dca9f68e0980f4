/** What the operator asks for a withdrawal, and how many an account may make. The engine knows neither: a setting is not part of the journal. */

import { refusalError } from "#lib/kernel/errors/errors.ts";
import { DAY_MS } from "#lib/protocol/durations.ts";
import { decodeWithdraw } from "#lib/protocol/signing/decode.ts";
import { usdcAmount, withdrawalFee } from "#lib/protocol/solana/withdrawals.ts";
import type { WithdrawalTerms } from "#lib/protocol/wire/account.ts";
import { decodeCommand, TYPE_BYTE } from "#services/venue/engine/command-codec.ts";
import { moneyText } from "#services/venue/projection/number-text.ts";
import type { AnswerCall, HostContext } from "./answer-call.ts";

export const getWithdrawalTerms: AnswerCall = ({ withdrawals: { fee, openingFee, aDay } }) => {
  const body: WithdrawalTerms = {
    fee: moneyText(fee),
    opening_fee: moneyText(openingFee),
    a_day: aDay,
  };
  return { status: 200, body };
};

/**
 * Checks a command before it is executed. Bytes that are known already pass, because their answer is the one of the first time.
 * @throws WITHDRAWAL_FEE, WITHDRAWALS_A_DAY
 */
export function requireWithdrawalTerms(context: HostContext, bytes: Uint8Array): void {
  if (bytes[0] !== TYPE_BYTE.withdraw) return;
  const { command } = decodeCommand(bytes);
  if (command.type !== "withdraw") return;
  const { signed } = command;
  if (context.venue.state.digests.has(signed.digest)) return;
  requireFee(context, signed.payload);
  requireFewToday(context, signed.account);
}

/** Neither less nor more: what a page showed before the operator changed it must not be taken. */
function requireFee({ withdrawals }: HostContext, payload: Uint8Array): void {
  const { fee = "0", opens_account: opens = false } = decodeWithdraw(payload);
  const required = withdrawalFee(withdrawals, opens);
  if (usdcAmount(fee) === required) return;
  throw refusalError({ code: "WITHDRAWAL_FEE", context: { fee: moneyText(required) } });
}

/** Returned ones count too: each stays in the journal for good. */
function requireFewToday({ venue, transfers, withdrawals }: HostContext, account: string): void {
  const most = withdrawals.aDay;
  const made = transfers.of(account).filter(({ kind }) => kind === "WITHDRAWAL");
  const first = made.at(-most);
  if (first === undefined || venue.state.time - first.createdAt >= DAY_MS) return;
  const until = new Date(first.createdAt + DAY_MS).toISOString();
  throw refusalError({ code: "WITHDRAWALS_A_DAY", context: { most, until } });
}
