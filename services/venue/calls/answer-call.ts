/** Types of the functions that answer calls of gateways. */
import type { WithdrawalPrices } from "#lib/protocol/solana/withdrawals.ts";
import type { Call } from "#services/venue/link/messages.ts";
import type { TransferIndex } from "./transfer-index.ts";
import type { Venue } from "./venue.ts";

export type WithdrawalSettings = WithdrawalPrices & {
  /** Withdrawals of an account in 24 hours. */
  aDay: number;
};

/** What calls work with. */
export type HostContext = {
  venue: Venue;
  transfers: TransferIndex;
  withdrawals: WithdrawalSettings;
};
export type CallAnswer = { status: number; body: unknown };
export type AnswerCall = (context: HostContext, call: Call) => CallAnswer;
