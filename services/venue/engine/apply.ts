/** The engine: `(state, command, time) → outcome`, and nothing else. A replay of the journal runs the same function. */
import { refusal } from "#lib/errors.ts";
import { marketScale } from "#lib/protocol/markets.ts";
import { cancelOrder } from "./cancel-order.ts";
import type { Command, SignedCommand } from "./commands.ts";
import { createApiKey, mayAct, registerSigner, scopeOf } from "./credentials.ts";
import { OrderBook } from "./order-book.ts";
import { placeOrder } from "./place-order.ts";
import {
  accountOf,
  type EngineEvents,
  type Outcome,
  type Transfer,
  type VenueState,
} from "./state.ts";

/** A signed timestamp may lie this far before and after the venue's clock. */
export const FRESHNESS = { pastMilliseconds: 30_000, futureMilliseconds: 5_000 } as const;

/**
 * Applies one command at `time` (Unix ms, never before the last one).
 * Signatures were verified before the command was accepted; everything that depends on state is judged here.
 */
export function apply(
  state: VenueState,
  command: Command,
  time: number,
  events: EngineEvents,
): Outcome {
  state.seq += 1;
  state.time = Math.max(state.time, time);
  forgetDigests(state);
  switch (command.type) {
    case "list_market":
      return listMarket(state, command);
    case "set_marks":
      return setMarks(state, command, events);
    case "deposit":
      return deposit(state, command);
    case "create_api_key":
    case "register_signer":
    case "place_order":
    case "cancel_order":
      return once(state, command, events);
  }
}

/** A signed write takes effect once: its digest stays taken, whether it was carried out or refused. */
function once(state: VenueState, command: SignedCommand, events: EngineEvents): Outcome {
  const { signed } = command;
  const original = state.digests.get(signed.digest);
  if (original !== undefined) return { kind: "duplicate", original };
  const age = state.time - signed.timestamp;
  if (age > FRESHNESS.pastMilliseconds || -age > FRESHNESS.futureMilliseconds) {
    const context = { serverTime: state.time };
    return { kind: "refused", refusal: refusal("TIMESTAMP_OUT_OF_WINDOW", context) };
  }
  const outcome = carryOut(state, command, events);
  state.digests.set(signed.digest, outcome);
  // Kept in order of arrival, each at least until its own timestamp has left the window.
  const until = state.time + FRESHNESS.pastMilliseconds + FRESHNESS.futureMilliseconds;
  state.digestQueue.push({ digest: signed.digest, until });
  return outcome;
}

function carryOut(state: VenueState, command: SignedCommand, events: EngineEvents): Outcome {
  const { account, signer } = command.signed;
  if (signer !== account) {
    const known = state.accounts.get(account);
    if (known === undefined || !mayAct(known, signer, state.time, scopeOf(command.type))) {
      return { kind: "refused", refusal: refusal("SIGNER_NOT_AUTHORIZED") };
    }
  }
  switch (command.type) {
    case "create_api_key":
      return createApiKey(state, command);
    case "register_signer":
      return registerSigner(state, command);
    case "place_order":
      return placeOrder(state, command, events);
    case "cancel_order":
      return cancelOrder(state, command);
  }
}

function forgetDigests(state: VenueState): void {
  let forgotten = 0;
  for (const entry of state.digestQueue) {
    if (entry.until >= state.time) break;
    state.digests.delete(entry.digest);
    forgotten += 1;
  }
  // Cut in bulk: removing from the front one by one would move the whole queue each time.
  if (forgotten > 0) state.digestQueue.splice(0, forgotten);
}

function listMarket(
  state: VenueState,
  { market }: Extract<Command, { type: "list_market" }>,
): Outcome {
  state.markets.set(market.symbol, {
    listing: market,
    scale: marketScale(market),
    book: new OrderBook(),
    markTicks: 0,
    markTime: 0,
    lastTradeTicks: 0,
    openInterest: 0,
    bookSeq: 0,
    bookTime: state.time,
  });
  return { kind: "listed", symbol: market.symbol };
}

function setMarks(
  state: VenueState,
  command: Extract<Command, { type: "set_marks" }>,
  events: EngineEvents,
): Outcome {
  const applied: string[] = [];
  for (const { market: symbol, ticks } of command.marks) {
    const market = state.markets.get(symbol);
    if (market === undefined) continue;
    market.markTicks = ticks;
    market.markTime = state.time;
    applied.push(symbol);
    events.mark(market);
  }
  return { kind: "marks", applied };
}

function deposit(state: VenueState, command: Extract<Command, { type: "deposit" }>): Outcome {
  const before = state.transfers.get(command.reference);
  if (before !== undefined) return { kind: "transfer", transfer: before, repeated: true };
  const { id, account: pubkey, amount, reference, source } = command;
  const transfer: Transfer = {
    id,
    account: pubkey,
    amount,
    reference,
    source,
    createdAt: state.time,
  };
  state.transfers.set(reference, transfer);
  const account = accountOf(state, pubkey);
  account.balance += amount;
  account.seq = state.seq;
  account.updatedAt = state.time;
  state.deposits += amount;
  return { kind: "transfer", transfer, repeated: false };
}
