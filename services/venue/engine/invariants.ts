/** What must hold after every command. A violation is a defect of the venue, and stops it. */

import { fundingOwed } from "#lib/protocol/orders/margin.ts";
import { isPostOnly, isReduceOnly } from "#lib/protocol/orders/orders.ts";
import { accountMargin } from "./account-margin.ts";
import type { Command } from "./commands.ts";
import { venueDebts } from "./debts.ts";
import { type Child, isChild, protectedLots } from "./group-children.ts";
import type { Account, Holding, MarketState, Order, OrderGroup } from "./market-state.ts";
import type { BookSide } from "./order-book.ts";
import type { Outcome } from "./outcome.ts";
import type { Withdrawal } from "./transfers.ts";
import type { VenueState } from "./venue-state.ts";

/** The part that costs next to nothing: checked after each command in production. */
export function checkAfterCommand(state: VenueState, command: Command, outcome: Outcome): void {
  for (const market of state.markets.values()) checkBookNotCrossed(market);
  if (command.type === "withdraw" && outcome.kind === "transfer") {
    checkMarginLeft(state.accounts.get(command.signed.account));
  }
  if (outcome.kind === "group") checkPlacedGroup(outcome.group, outcome.fills.length);
  const answered = outcome.kind === "batch" ? outcome.items : [outcome];
  for (const item of answered) {
    if (item.kind !== "order") continue;
    checkAnsweredOrder(item.order, item.fills.length);
    // Only a new order has filled at no other limit than the one it has: a change may have moved it since.
    if (command.type === "place_order" || command.type === "place_batch_orders") {
      checkLimit(item.order);
    }
  }
}

function checkPlacedGroup({ entry, children }: OrderGroup, fillsAtOnce: number): void {
  if (entry !== undefined) {
    checkAnsweredOrder(entry, fillsAtOnce);
    checkLimit(entry);
  }
  for (const child of children) orderIsSound(child);
}

/**
 * Everything, in time proportional to the state.
 * @throws Error that names the first violated invariant.
 */
export function checkInvariants(state: VenueState): void {
  conservation(state);
  debtsAreHeld(state);
  transfersAreCounted(state);
  for (const withdrawal of state.withdrawals.values()) withdrawalIsSound(withdrawal);
  fundingIsPaidByFunding(state);
  for (const market of state.markets.values()) {
    positionsCancelOut(state, market);
    bookIsSound(market);
  }
  for (const account of state.accounts.values()) {
    for (const holding of account.holdings.values()) holdingIsSound(account, holding);
    openOrdersAreCounted(account);
    openOrdersAreNamed(account);
  }
  clientIdsAreKept(state);
  for (const order of state.orders.values()) orderIsSound(order);
}

function checkBookNotCrossed(market: MarketState): void {
  const bid = market.book.side("BUY").best();
  const ask = market.book.side("SELL").best();
  must(
    bid === undefined || ask === undefined || bid.ticks < ask.ticks,
    `the book of ${market.listing.symbol} is crossed`,
  );
}

/** A withdrawal leaves no debt, and the margin that positions and orders need. */
function checkMarginLeft(account: Account | undefined): void {
  if (account === undefined) throw new Error("invariant violated: no account withdrew");
  const { accountValue, initialMargin } = accountMargin(account);
  const isLeft = account.balance >= 0n && accountValue >= initialMargin;
  must(isLeft, `margin of ${account.pubkey} after a withdrawal`);
}

/** A post-only order has not taken; an all-or-nothing order filled whole or not at all. */
function checkAnsweredOrder(order: Order, fillsAtOnce: number): void {
  const postOnly = isPostOnly(order);
  must(!postOnly || fillsAtOnce === 0, `post-only ${order.id} took`);
  orderIsSound(order);
}

function orderIsSound(order: Order): void {
  if (order.status === "WAITING") return childSleeps(order);
  const open = order.status === "OPEN" || order.status === "UNTRIGGERED";
  must(!open || (order.remaining > 0 && order.remaining <= order.size), `remaining of ${order.id}`);
  must(open || order.remaining === 0, `remaining of closed ${order.id}`);
  must(order.filled + order.remaining <= order.size, `sizes of ${order.id}`);
  const whole = order.filled === 0 || order.filled === order.size;
  must(order.timeInForce !== "FOK" || whole, `FOK ${order.id}`);
}

function childSleeps({ id, group, remaining }: Order): void {
  const { entry } = group ?? {};
  must(remaining === 0 && entry !== undefined && entry.status !== "CLOSED", `${id} sleeps`);
}

/**
 * No child outlives its position or triggers before its entry has filled, and no more of the position is closed by a group than
 * there is of it.
 */
function childIsSound(child: Child): void {
  const { id, group, status, remaining } = child;
  must(remaining === protectedLots(child), `size of child ${id}`);
  must(status === "WAITING" || remaining > 0, `child ${id} protects nothing`);
  const filled = group.entry === undefined || group.entry.filled > 0;
  must(status === "WAITING" || filled, `child ${id} waits for a price before its entry filled`);
  const types = group.children
    .filter(({ status: one }) => one !== "CLOSED")
    .map(({ type }) => type);
  must(new Set(types).size === types.length, `children of group ${group.id}`);
}

/** No fill is worse than the limit. */
function checkLimit(order: Order): void {
  if (order.ticks === 0 || order.filled === 0) return;
  const limit = BigInt(order.ticks) * BigInt(order.filled) * order.market.scale.valueOfTickLot;
  const within = order.side === "BUY" ? order.filledValue <= limit : order.filledValue >= limit;
  must(within, `limit of ${order.id}`);
}

/**
 * Σ balances + wallets + fees + funding pool − Σ cost = deposits − withdrawals (reserved, sent and settled ones), exactly. The
 * insurance fund is one of the accounts.
 */
function conservation(state: VenueState): void {
  let sum = state.fees + state.fundingPool;
  for (const account of state.accounts.values()) {
    sum += account.balance;
    for (const { cost, isolated } of account.holdings.values()) {
      sum += (isolated?.wallet ?? 0n) - cost;
    }
  }
  const held = state.deposits - state.reserved - state.withdrawn;
  must(sum === held, `conservation: ${sum} is not ${held}`);
}

/**
 * A proof of reserves sums to what came in less what went out: Σ (balance + positions) + fees + funding that rounding leaves +
 * reserved withdrawals, whatever the marks are. Only accounts below zero make its sum larger, because they count as zero.
 */
function debtsAreHeld(state: VenueState): void {
  const { accounts, insurance, fees, reserved, funding } = venueDebts(state, 0);
  let sum = fees + reserved + funding + insurance.balance + insurance.positions;
  for (const { balance, positions } of accounts) sum += balance + positions;
  const held = state.deposits - state.withdrawn;
  must(sum === held, `debts: ${sum} is not ${held}`);
  must(fees >= 0n && reserved >= 0n && funding >= 0n, "a sum of the venue is negative");
}

/** The sums of transfers are those of their records; money that was returned is in neither. */
function transfersAreCounted(state: VenueState): void {
  let deposits = 0n;
  for (const { amount } of state.transfers.values()) deposits += amount;
  must(deposits === state.deposits, `deposits sum to ${deposits}, not ${state.deposits}`);
  const sums = { RESERVED: 0n, SENT: 0n, SETTLED: 0n, RETURNED: 0n };
  for (const { status, amount } of state.withdrawals.values()) sums[status] += amount;
  must(sums.RESERVED + sums.SENT === state.reserved, "reserved withdrawals are counted");
  must(sums.SETTLED === state.withdrawn, "settled withdrawals are counted");
}

/** What was sent has an attempt, what is settled was paid by one of them, and what was returned never had one. */
function withdrawalIsSound({ id, status, attempts, txHash, reason }: Withdrawal): void {
  const signatures = attempts.map(({ signature }) => signature);
  const wasSent = status === "SENT" || status === "SETTLED";
  must(wasSent === attempts.length > 0, `attempts of the ${status} withdrawal ${id}`);
  must(new Set(signatures).size === signatures.length, `attempts of ${id} differ`);
  const paid = txHash !== null && signatures.includes(txHash);
  must(status === "SETTLED" ? paid : txHash === null, `payment of the ${status} withdrawal ${id}`);
  must((reason === null) === (status !== "RETURNED"), `reason of the ${status} withdrawal ${id}`);
}

/** If all accounts settled, the pool would lack nothing, and no more than what rounding leaves would remain in it. */
function fundingIsPaidByFunding(state: VenueState): void {
  let pool = state.fundingPool;
  for (const account of state.accounts.values()) {
    for (const { market, size, fundingIndex } of account.holdings.values()) {
      if (size !== 0) pool += fundingOwed(BigInt(size), market.funding.index - fundingIndex);
    }
  }
  must(pool >= 0n, `the funding pool lacks ${-pool}`);
}

function positionsCancelOut(state: VenueState, market: MarketState): void {
  let sum = 0;
  let long = 0;
  for (const account of state.accounts.values()) {
    const size = account.holdings.get(market.listing.symbol)?.size ?? 0;
    sum += size;
    long += Math.max(0, size);
  }
  must(sum === 0, `positions of ${market.listing.symbol} sum to ${sum}`);
  must(long === market.openInterest, `open interest of ${market.listing.symbol}`);
}

function bookIsSound(market: MarketState): void {
  checkBookNotCrossed(market);
  sideIsSound(market.book.side("BUY"), (better, worse) => better > worse);
  sideIsSound(market.book.side("SELL"), (better, worse) => better < worse);
  for (const order of market.triggers.all()) {
    must(order.status === "UNTRIGGERED", `${order.id} waits for its trigger`);
  }
}

function sideIsSound(side: BookSide<Order>, isBetter: (a: number, b: number) => boolean): void {
  let lastTicks: number | undefined;
  for (const level of side.fromBest()) {
    must(lastTicks === undefined || isBetter(lastTicks, level.ticks), `levels at ${level.ticks}`);
    lastTicks = level.ticks;
    let lots = 0;
    let priority = 0;
    for (let order = level.first; order !== undefined; order = order.next) {
      lots += order.remaining;
      must(order.status === "OPEN" && order.ticks === level.ticks, `${order.id} rests`);
      must(order.priority > priority, `time priority at ${level.ticks}`);
      priority = order.priority;
    }
    must(lots === level.lots && lots > 0, `level ${level.ticks}`);
  }
}

function holdingIsSound(account: Account, holding: Holding): void {
  let buy = 0;
  let sell = 0;
  let reduceOnly = 0;
  for (const order of holding.orders) {
    if (order.side === "BUY") buy += order.remaining;
    else sell += order.remaining;
    if (isReduceOnly(order)) reduceOnly += order.remaining;
  }
  const following = new Set<string>();
  for (const order of holding.untriggered) {
    if (!isChild(order)) continue;
    childIsSound(order);
    if (order.group.grouping !== "POSITION") continue;
    must(
      !following.has(order.type),
      `two ${order.type} orders follow the position of ${account.pubkey}`,
    );
    following.add(order.type);
  }
  const sums = buy === holding.openBuy && sell === holding.openSell;
  must(sums && reduceOnly === holding.openReduceOnly, `open sizes of ${account.pubkey}`);
  must(reduceOnly <= Math.abs(holding.size), `reduce-only of ${account.pubkey}`);
  const flatWallet = holding.size === 0 ? (holding.isolated?.wallet ?? 0n) : 0n;
  must(flatWallet === 0n, `wallet of a flat position of ${account.pubkey}`);
  must(holding.size !== 0 || holding.cost === 0n, `cost of a flat position of ${account.pubkey}`);
}

function openOrdersAreCounted(account: Account): void {
  let open = 0;
  for (const { orders, untriggered } of account.holdings.values()) {
    open += orders.size + untriggered.size;
  }
  must(open === account.openOrders, `open orders of ${account.pubkey}`);
}

/** No two open orders have one name, and the names lead to them. */
function openOrdersAreNamed(account: Account): void {
  let named = 0;
  for (const { orders, untriggered } of account.holdings.values()) {
    for (const order of [...orders, ...untriggered]) {
      if (order.clientId === null) continue;
      named += 1;
      must(account.clientIds.get(order.clientId) === order, `the client_id of ${order.id}`);
    }
  }
  must(named === account.clientIds.size, `client ids of ${account.pubkey}`);
}

/** Each name that is kept has its end, and none is kept beyond it. */
function clientIdsAreKept({ accounts, clientIdQueue, time }: VenueState): void {
  let queued = 0;
  let last = 0;
  for (const kept of clientIdQueue) {
    must(kept.until > time && kept.until >= last, `the end of client_id ${kept.clientId}`);
    last = kept.until;
    if (kept.account.keptClientIds.get(kept.clientId) === kept) queued += 1;
  }
  let kept = 0;
  for (const { keptClientIds } of accounts.values()) kept += keptClientIds.size;
  must(queued === kept, "a client_id without an end");
}

function must(holds: boolean, what: string): void {
  if (!holds) throw new Error(`invariant violated: ${what}`);
}
