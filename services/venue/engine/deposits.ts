/** Credits of deposits. */
import { refusal } from "#lib/kernel/errors/errors.ts";
import { accountChanged, accountOf } from "./accounts.ts";
import type { CommandOf } from "./commands.ts";
import type { EngineEvents } from "./events.ts";
import type { Outcome } from "./outcome.ts";
import type { Deposit } from "./transfers.ts";
import type { VenueState } from "./venue-state.ts";

/** A reference takes effect once; with another account, amount or transaction it is a mistake of the caller. */
export function deposit(
  state: VenueState,
  command: CommandOf<"deposit">,
  events: EngineEvents,
): Outcome {
  const before = state.transfers.get(command.reference);
  const { id, account: pubkey, amount, reference, source, txHash = null } = command;
  if (before !== undefined) {
    const same = before.account === pubkey && before.amount === amount;
    if (same && before.txHash === txHash)
      return { kind: "transfer", transfer: before, repeated: true };
    return { kind: "refused", refusal: refusal("DUPLICATED_REFERENCE") };
  }
  const { time: createdAt, seq } = state;
  const given = { id, account: pubkey, amount, reference, source, txHash };
  const transfer: Deposit = { kind: "DEPOSIT", ...given, createdAt, seq };
  state.transfers.set(reference, transfer);
  const account = accountOf(state, pubkey);
  account.balance += amount;
  state.deposits += amount;
  accountChanged(state, account);
  events.balance({ account: pubkey, kind: "DEPOSIT", market: null, amount });
  state.effects.listener?.transfer(transfer);
  return { kind: "transfer", transfer, repeated: false };
}
