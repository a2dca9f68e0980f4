/** The engine: `(state, command, time) → outcome`, and nothing else. A replay of the journal runs the same function. */
import { refusal } from "#lib/kernel/errors/errors.ts";
import { createApiKey, revokeApiKey } from "./api-keys.ts";
import { isAuthorized } from "./authorization.ts";
import { cancelBatch, placeBatch } from "./batch-orders.ts";
import { cancelAllOrders, cancelByClientId, cancelOrder } from "./cancel-orders.ts";
import { forgetClientIds } from "./client-ids.ts";
import type { Command, SignedCommand } from "./commands.ts";
import { deposit } from "./deposits.ts";
import type { EngineEvents } from "./events.ts";
import { setFeeDiscount } from "./fee-discounts.ts";
import { runTriggers } from "./fire-triggers.ts";
import { updateIsolatedMargin } from "./isolated-margin.ts";
import { listMarket, setMarketStatus } from "./market-commands.ts";
import { modifyOrder } from "./modify-order.ts";
import type { Outcome } from "./outcome.ts";
import { placeGroup } from "./place-group.ts";
import { placeOrder } from "./place-order.ts";
import { applyOnce, forgetDigests } from "./replay-protection.ts";
import { scheduleCancel } from "./schedule-cancel.ts";
import { setMarks } from "./set-marks.ts";
import { setRules } from "./set-rules.ts";
import { registerSigner, revokeSigner } from "./signers.ts";
import { tick } from "./tick.ts";
import { updateLeverage } from "./update-leverage.ts";
import type { VenueState } from "./venue-state.ts";
import { withdraw, withdrawalReturned, withdrawalSent, withdrawalSettled } from "./withdrawals.ts";

/**
 * Applies one command at `time` (Unix ms, never before the last one).
 * Signatures were verified before the command was accepted; everything that depends on state is checked here.
 */
export function apply(
  state: VenueState,
  command: Command,
  time: number,
  events: EngineEvents,
): Outcome {
  state.seq += 1;
  state.time = Math.max(state.time, time);
  state.effects.hashNumber(state.seq);
  state.effects.hashNumber(state.time);
  forgetDigests(state);
  forgetClientIds(state);
  if ("signed" in command) {
    return applyOnce(state, command.signed, () =>
      isAuthorized(state, command)
        ? carryOut(state, command, events)
        : { kind: "refused", refusal: refusal("SIGNER_NOT_AUTHORIZED") },
    );
  }
  switch (command.type) {
    case "tick":
      return tick(state, events);
    case "set_marks":
      return setMarks(state, command, events);
    case "list_market":
      return listMarket(state, command);
    case "set_market_status":
      return setMarketStatus(state, command);
    case "set_fee_discount":
      return setFeeDiscount(state, command);
    case "deposit":
      return deposit(state, command, events);
    case "withdrawal_sent":
      return withdrawalSent(state, command);
    case "withdrawal_settled":
      return withdrawalSettled(state, command);
    case "withdrawal_returned":
      return withdrawalReturned(state, command, events);
    case "epoch":
    case "handover":
      state.effects.hashNumber(command.epoch);
      return { kind: "writer", epoch: command.epoch };
    case "rules":
      return setRules(state, command);
  }
}

function carryOut(state: VenueState, command: SignedCommand, events: EngineEvents): Outcome {
  switch (command.type) {
    case "create_api_key":
      return createApiKey(state, command);
    case "revoke_api_key":
      return revokeApiKey(state, command);
    case "register_signer":
      return registerSigner(state, command);
    case "revoke_signer":
      return revokeSigner(state, command, events);
    case "cancel_order":
      return cancelOrder(state, command.signed.account, command.cancel, events);
    case "cancel_batch_orders":
      return cancelBatch(state, command, events);
    case "cancel_by_client_id":
      return cancelByClientId(state, command, events);
    case "cancel_all_orders":
      return cancelAllOrders(state, command, events);
    case "schedule_cancel":
      return scheduleCancel(state, command);
    case "update_leverage":
      return updateLeverage(state, command);
    case "update_isolated_margin":
      return updateIsolatedMargin(state, command);
    case "withdraw":
      return withdraw(state, command, events);
    case "place_order":
      return trading(state, command.order.market, events, () => placeOrder(state, command, events));
    case "modify_order":
      return trading(state, command.change.market, events, () =>
        modifyOrder(state, command, events),
      );
    case "place_order_group":
      return trading(state, command.orders[0]?.market ?? "", events, () =>
        placeGroup(state, command, events),
      );
    case "place_batch_orders": {
      const outcome = placeBatch(state, command, events);
      for (const symbol of new Set(command.orders.map(({ market }) => market))) {
        followTrades(state, symbol, events);
      }
      return outcome;
    }
  }
}

/** Trades may reach the triggers of orders that watch the last price. */
function trading(
  state: VenueState,
  symbol: string,
  events: EngineEvents,
  run: () => Outcome,
): Outcome {
  const outcome = run();
  followTrades(state, symbol, events);
  return outcome;
}

function followTrades(state: VenueState, symbol: string, events: EngineEvents): void {
  const market = state.markets.get(symbol);
  if (market !== undefined) runTriggers(state, market, events);
}
