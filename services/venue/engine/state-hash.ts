/** A digest of everything that decides the venue's future: equal hashes mean equal states. */
import { createHash } from "node:crypto";
import type { Account, Order, VenueState } from "./state.ts";

/** Lowercase hex SHA-256 over a canonical text of the state. */
export function stateHash(state: VenueState): string {
  const hash = createHash("sha256");
  const add = (...parts: unknown[]) => hash.update(`${parts.join("|")}\n`);
  add(state.seq, state.time, state.nextOrderId, state.nextTradeId, state.fees, state.deposits);
  for (const market of sorted(state.markets)) {
    add(JSON.stringify(market.listing), market.markTicks, market.markTime);
    add(market.lastTradeTicks, market.openInterest, market.bookSeq);
    for (const side of ["BUY", "SELL"] as const) {
      for (const level of market.book.side(side).fromBest()) {
        add(side, level.ticks, level.lots);
        for (let order = level.first; order !== undefined; order = order.next) {
          add(orderText(order));
        }
      }
    }
  }
  for (const account of sorted(state.accounts)) addAccount(add, account);
  for (const key of sorted(state.apiKeys)) add(Object.values(key).join("|"));
  for (const transfer of sorted(state.transfers)) add(Object.values(transfer).join("|"));
  for (const { digest, until } of state.digestQueue) {
    add(digest, until, state.digests.get(digest)?.kind);
  }
  return hash.digest("hex");
}

function addAccount(add: (...parts: unknown[]) => void, account: Account): void {
  add(account.pubkey, account.balance, account.openOrders, account.seq);
  for (const signer of sorted(account.signers)) add(Object.values(signer).join("|"));
  for (const [symbol, holding] of [...account.holdings].toSorted(byKey)) {
    add(symbol, holding.size, holding.cost, holding.openBuy, holding.openSell);
  }
  for (const order of account.closed) add(orderText(order));
}

function orderText(order: Order): string {
  const { id, side, type, flags, ticks, size, remaining, filled, status, cancelReason } = order;
  const parts = [id, order.account.pubkey, side, type, flags, ticks, size, remaining, filled];
  return [...parts, order.filledValue, status, cancelReason, order.clientId, order.digest].join(
    "|",
  );
}

function sorted<Value>(map: Map<string, Value>): Value[] {
  return [...map].toSorted(byKey).map(([, value]) => value);
}

function byKey(a: [string, unknown], b: [string, unknown]): number {
  return a[0] < b[0] ? -1 : 1;
}
