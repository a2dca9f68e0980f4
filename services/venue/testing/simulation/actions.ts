/** The next action of a person, the operator or the clock. */
import { formatDecimal } from "#lib/protocol/decimal.ts";
import type { MarketStatus } from "#lib/protocol/enumerations.ts";
import { MONEY_DECIMALS } from "#lib/protocol/market/markets.ts";
import { isTriggerType } from "#lib/protocol/orders/orders.ts";
import { withdrawable } from "#lib/protocol/solana/withdrawals.ts";
import { accountMargin } from "#services/venue/engine/account-margin.ts";
import { pubkeyOf, Signatory } from "#services/venue/engine/commands.testing.ts";
import type { Command } from "#services/venue/engine/commands.ts";
import type { MarketState, Order } from "#services/venue/engine/market-state.ts";
import { LATEST_RULES } from "#services/venue/engine/rules.ts";
import type { VenueState } from "#services/venue/engine/venue-state.ts";
import { groupOf, lotsOf, orderOf, priceOf, priceText, sizeText } from "./orders.ts";
import type { Person } from "./people.ts";
import type { Random } from "./random.ts";

const STATUSES: readonly [MarketStatus, ...MarketStatus[]] = ["Halted", "PostOnly", "ReduceOnly"];
const USDC = 1_000_000_000n;
/** The smallest amount that a withdrawal can name. */
const MICRO = 1_000n;
/** A person with less than this deposits again. */
const POOR = 10n * USDC;
const CLIENT_IDS = 4;

export type World = {
  state: VenueState;
  people: [Person, ...Person[]];
  random: Random;
  time: number;
};

/** A signed write of a random person. */
export function signedAction(world: World): Command | undefined {
  const { random } = world;
  const person = random.pick(world.people);
  const die = random.below(1_000);
  if (die < 560) return place(world, person);
  if (die < 620) return placeGroup(world, person);
  if (die < 720) return modify(world, person);
  if (die < 820) return cancel(world, person);
  if (die < 870) return placeBatch(world, person);
  if (die < 900) return cancelBatch(world, person);
  if (die < 920) return cancelAll(world, person);
  if (die < 940) return schedule(world, person);
  if (die < 960) return withdraw(world, person);
  if (die < 972) return updateLeverage(world, person);
  if (die < 980) return updateIsolatedMargin(world, person);
  return credential(world, person);
}

/** Something that only the operator does; undefined when there is nothing to do. */
export function operatorAction(world: World): Command | undefined {
  const { random, state } = world;
  const market = marketOf(world);
  const { status, symbol } = market.listing;
  if (state.rules < LATEST_RULES && random.oneIn(10)) {
    return { type: "rules", version: LATEST_RULES };
  }
  // Trading resumes soon, as most defects would show while it goes on.
  if (status !== "Normal" || random.oneIn(12)) {
    const next = status === "Normal" ? random.pick(STATUSES) : "Normal";
    return { type: "set_market_status", market: symbol, status: next };
  }
  if (random.oneIn(20)) {
    const { account } = random.pick(world.people);
    return { type: "set_fee_discount", account, discountPpm: random.pick([0, 100_000, 1_000_000]) };
  }
  if (random.oneIn(40)) return deposit(world, "insurance", 50n * USDC);
  const person = random.pick(world.people);
  const balance = state.accounts.get(person.account)?.balance ?? 0n;
  return balance < POOR ? deposit(world, person.account, person.deposit) : undefined;
}

export function deposit({ state, random }: World, account: string, amount: bigint): Command {
  // A repeated reference must not count twice.
  const id = `deposit ${state.transfers.size - (random.oneIn(10) ? 1 : 0)}`;
  const known = {
    type: "deposit",
    id,
    account,
    amount,
    reference: id,
    source: "simulation",
  } as const;
  return random.oneIn(2) ? known : { ...known, txHash: `transaction of ${id}` };
}

function place(world: World, person: Person): Command {
  const order = orderOf(world.state, person, marketOf(world), world.random);
  return signatoryOf(world, person).place(order, clientId(world), timestamp(world));
}

function placeBatch(world: World, person: Person): Command {
  const orders = Array.from({ length: world.random.between(1, 6) }, () =>
    orderOf(world.state, person, marketOf(world), world.random),
  );
  const ids = orders.map(() => clientId(world));
  return signatoryOf(world, person).placeBatch(orders, ids, timestamp(world));
}

function placeGroup(world: World, person: Person): Command {
  const market = marketOf(world);
  const group = groupOf(world.state, person, market, world.random);
  const ids = group.orders.map(() => clientId(world));
  return signatoryOf(world, person).placeGroup(group, ids, timestamp(world));
}

/** One that the market allows, or one of its neighbours that it does not. */
function updateLeverage(world: World, person: Person): Command {
  const { listing } = marketOf(world);
  const highest = Math.floor(listing.ratio_scale / listing.im_ratio);
  const leverage = world.random.between(0, highest + 1);
  const mode = world.random.oneIn(2) ? "ISOLATED" : "CROSS";
  const at = timestamp(world);
  return signatoryOf(world, person).updateLeverage(listing.symbol, leverage, at, mode);
}

/** Adds or removes up to a little more than there is; mostly of a position that is isolated. */
function updateIsolatedMargin(world: World, person: Person): Command {
  const { random, state } = world;
  const account = state.accounts.get(person.account);
  const isolated = [...(account?.holdings.values() ?? [])].filter(
    ({ isolated: own, size }) => own !== null && size !== 0,
  );
  const holding = isolated.at(random.below(Math.max(1, isolated.length)));
  const market = holding?.market ?? marketOf(world);
  const most = random.oneIn(2) ? (account?.balance ?? 0n) : -(holding?.isolated?.wallet ?? 0n);
  const part = (most * BigInt(random.between(1, 1_050))) / 1_000n;
  const amount = random.oneIn(12)
    ? random.pick(["0", "-0", "1.0000001", "--1", "+1"])
    : formatDecimal(part - (part % MICRO), MONEY_DECIMALS);
  const at = timestamp(world);
  return signatoryOf(world, person).updateIsolatedMargin(market.listing.symbol, amount, at);
}

function modify(world: World, person: Person): Command | undefined {
  const { random, state } = world;
  const order = someOrder(world, person);
  if (order === undefined) return undefined;
  const { market, side } = order;
  const isTrigger = isTriggerType(order.type);
  const samePrice = random.oneIn(2);
  const ticks = samePrice
    ? order.ticks || order.triggerTicks
    : priceOf(market, side, person, random);
  const lots = random.oneIn(2) ? order.size : order.filled + lotsOf(state, person, market, random);
  const change = {
    order_id: BigInt(order.id),
    market: market.listing.symbol,
    side,
    order_type: order.type,
    size: order.group?.grouping === "POSITION" && !random.oneIn(10) ? "" : sizeText(market, lots),
    price: isTrigger && random.oneIn(3) ? null : priceText(market, ticks),
  };
  return signatoryOf(world, person).modify(change, timestamp(world));
}

function cancel(world: World, person: Person): Command {
  const name = world.random.oneIn(4) ? clientId(world) : null;
  if (name !== null) return signatoryOf(world, person).cancelByClientId(name, timestamp(world));
  return signatoryOf(world, person).cancel(cancelFields(world, person), timestamp(world));
}

function cancelBatch(world: World, person: Person): Command {
  const cancels = Array.from({ length: world.random.between(1, 4) }, () =>
    cancelFields(world, person),
  );
  return signatoryOf(world, person).cancelBatch(cancels, timestamp(world));
}

function cancelAll(world: World, person: Person): Command {
  const market = world.random.oneIn(2) ? null : marketOf(world).listing.symbol;
  return signatoryOf(world, person).cancelAll(market, timestamp(world));
}

function schedule(world: World, person: Person): Command {
  const { random, time } = world;
  const at = random.oneIn(4) ? null : time + random.between(4_000, 30_000);
  return signatoryOf(world, person).scheduleCancel(at, timestamp(world));
}

function withdraw(world: World, person: Person): Command {
  return signatoryOf(world, person).withdraw(withdrawalText(world, person), timestamp(world));
}

/** Mostly a part of what the person may withdraw; sometimes a little more than that, dust, or no amount of USDC. */
function withdrawalText({ state, random }: World, { account }: Person): string {
  if (random.oneIn(12)) return random.pick(["0", "0.999999", "1.0000001", "-5", "1e3", "5."]);
  const known = state.accounts.get(account);
  const free =
    known === undefined ? 0n : withdrawable({ balance: known.balance, ...accountMargin(known) });
  const part = (free * BigInt(random.between(1, 1_000))) / 1_000n;
  const amount = random.oneIn(6) ? free + MICRO : part - (part % MICRO);
  return formatDecimal(amount, MONEY_DECIMALS);
}

function credential(world: World, person: Person): Command {
  const { random, time } = world;
  const owner = random.oneIn(10) ? signatoryOf(world, person) : person.owner;
  const robot = person.robots.at(random.below(Math.max(1, person.robots.length)));
  const die = random.below(5);
  if (die === 0 && robot !== undefined) return owner.revokeSigner(robot.name, timestamp(world));
  const key = person.keys.at(random.below(Math.max(1, person.keys.length)));
  if (die === 1 && key !== undefined) return owner.revokeApiKey(key, timestamp(world));
  if (die === 2) {
    const id = `${person.name} ${person.keys.length}`;
    person.keys.push(id);
    const pinnedTo = random.oneIn(2) && robot !== undefined ? robot.name : null;
    const expiresAt = random.oneIn(2) ? 0 : time + random.between(1, 100_000);
    return owner.createApiKey(id, { pinnedTo, expiresAt }, timestamp(world));
  }
  const name = `${person.name} robot ${random.below(8)}`;
  if (!person.robots.some((known) => known.name === name)) {
    person.robots.push({ name, signatory: new Signatory(person.account, pubkeyOf(name)) });
  }
  const terms = { scopes: random.between(1, 7), expiresAt: time + random.between(1, 300_000) };
  return owner.registerSigner(name, terms, timestamp(world));
}

/** The owner, or one of the signers, live or not. */
function signatoryOf({ random }: World, { owner, robots }: Person): Signatory {
  if (robots.length === 0 || !random.oneIn(8)) return owner;
  return robots[random.below(robots.length)]?.signatory ?? owner;
}

/** Mostly now; sometimes so late, or so early, that the venue must refuse it. */
function timestamp({ random, time }: World): number {
  if (random.oneIn(200)) return time + random.pick([-40_000, -30_001, 5_001, 60_000]);
  return time - random.below(2_000);
}

/** Mostly none; else one of few, so that some are used again, or a new one. */
function clientId({ random, state }: World): string | null {
  if (!random.oneIn(4)) return null;
  const one = random.oneIn(2) ? random.below(CLIENT_IDS) : state.nextOrderId + random.below(3);
  return `client ${one}`;
}

function cancelFields(world: World, person: Person) {
  const order = someOrder(world, person);
  const id = order?.id ?? world.random.below(world.state.nextOrderId + 1);
  const market = order?.market ?? marketOf(world);
  return { order_id: BigInt(id), market: market.listing.symbol };
}

/** One of the person's open orders; now and then any order of any person, open or not. */
function someOrder({ state, random }: World, person: Person): Order | undefined {
  if (random.oneIn(10)) return state.orders.get(random.below(state.nextOrderId));
  const holdings = [...(state.accounts.get(person.account)?.holdings.values() ?? [])];
  const holding = holdings.at(random.below(Math.max(1, holdings.length)));
  if (holding === undefined) return undefined;
  const orders = [...holding.orders, ...holding.untriggered];
  return orders.at(random.below(Math.max(1, orders.length)));
}

export function marketOf({ state, random }: World): MarketState {
  const markets = [...state.markets.values()];
  const market = markets[random.below(markets.length)];
  if (market === undefined) throw new Error("no market is listed");
  return market;
}
