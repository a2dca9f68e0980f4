/**
 * The accounts that somebody follows, in the thread of the follower: what each block did to them, and their figures as
 * marks move. A reader that comes back gets what it missed.
 */
import { magnitude } from "#lib/protocol/orders/margin.ts";
import type { LiquidationSum, MarginLevel } from "#lib/protocol/wire/account-stream.ts";
import { accountMargin, holdingMargin } from "#services/venue/engine/account-margin.ts";
import { emptyAccount } from "#services/venue/engine/accounts.ts";
import { venueDebts } from "#services/venue/engine/debts.ts";
import { totalWorth } from "#services/venue/engine/isolated.ts";
import { type Account, notional } from "#services/venue/engine/market-state.ts";
import type { VenueState } from "#services/venue/engine/venue-state.ts";
import { parseEventId } from "#services/venue/link/event-id.ts";
import type {
  AccountBatch,
  Following,
  FromHub,
  StreamEvent,
  ToHub,
} from "#services/venue/link/hub-messages.ts";
import {
  accountRecord,
  closedPositionRecord,
  orderJson,
  positionRecord,
} from "#services/venue/records/records.ts";
import type { BlockChanges, EventPosition, KeptName, PlacedEvent } from "./account-log.ts";
import { maintenanceShare, marginLevel, marginRecord } from "./margin-state.ts";

/** Figures that an order or a transfer changed are sent at once, and then at most so often. */
const FIGURES_MS = 250;
/** Figures that only marks and funding moved are looked at so often. */
const REPRICED_MS = 1_000;
/** Accounts that are looked at in a second: with more of them, each is looked at more seldom. */
const REPRICED_PER_SECOND = 2_000;
/** A move of this share of the account or of the position is sent: one part in so many. */
const SEEN_SHARE = 10_000n;
/** Smaller moves and unsettled funding are sent after so long. */
const UNSEEN_MS = 10_000;
/** So many are looked at, and of them sent, in a row: what an order did never waits behind the figures of everybody. */
const LOOKED_AT_ONCE = 500;
const REPRICED_AT_ONCE = 25;

/** A gateway. */
export type HubPort = { post: (message: FromHub) => void };

/** What the hub reads of the follower. */
export type FollowedVenue = {
  state: VenueState;
  eventPosition: EventPosition;
  eventsAfter: (account: string, position: EventPosition) => PlacedEvent[] | undefined;
};

/** A stream at its gateway. */
type OpenStream = { port: HubPort; stream: number };

/** As it was last sent. `value`: profit less unsettled funding, 1e-9 USDC. */
type SentPosition = { json: string; side: "LONG" | "SHORT"; value: bigint };

/** There are many: what is kept of each is small. */
type Followed = {
  /** Those that show it; nearly always one. */
  streams: readonly OpenStream[];
  /** The account's record as it was last sent. */
  account: string;
  /** Its initial margin then, 1e-9 USDC. */
  margin: bigint;
  positions: Map<string, SentPosition>;
  level: MarginLevel;
  /** When its figures were last sent, ms of the performance clock. */
  sentAt: number;
};

export class AccountHub {
  readonly #venue: FollowedVenue;
  readonly #now: () => number;
  readonly #followed = new Map<string, Followed>();
  /** Accounts that an order, a transfer or the like has changed. */
  readonly #changed = new Set<string>();
  /** Those whose positions or balance changed since the last `flush`. */
  readonly #moved = new Set<string>();
  #isRepriced = false;
  /** Those that the new marks have not reached yet. */
  #repricing: IterableIterator<string> | undefined;
  #repricedAt = Number.NEGATIVE_INFINITY;
  readonly #streams = new Map<string, OpenStream>();
  /** Events that wait for `flush`. */
  readonly #out = new Map<string, StreamEvent[]>();
  #idHeight = -1;
  #idIndex = 0;

  /** `now`: milliseconds since some moment. */
  constructor(venue: FollowedVenue, now: () => number) {
    this.#venue = venue;
    this.#now = now;
  }

  get isFollowed(): boolean {
    return this.#followed.size > 0;
  }

  /** Everything durable is applied by then: a stream never begins with less than its reader has seen elsewhere. */
  receive(port: HubPort, message: ToHub): void {
    this.flush();
    switch (message.type) {
      case "follow":
        this.#followAll({ port, stream: message.stream }, message.accounts);
        break;
      case "forget":
        for (const account of message.accounts) this.#forget(account, port, message.stream);
        break;
      case "open":
        this.#streams.set(message.name, { port, stream: message.stream });
        break;
      case "close":
        this.#streams.delete(message.name);
        break;
      case "change": {
        const { call, name, follow, unfollow } = message;
        const of = this.#streams.get(name);
        if (of !== undefined) {
          of.port.post({ type: "unfollow", stream: of.stream, accounts: unfollow });
          this.#followAll(of, follow);
        }
        port.post({ type: "changed", call, isKnown: of !== undefined });
        break;
      }
      case "debts":
        message.port.postMessage(venueDebts(this.#venue.state, this.#venue.eventPosition.height));
        message.port.close();
    }
  }

  #followAll({ port, stream }: OpenStream, accounts: readonly Following[]): void {
    for (const following of accounts) {
      const events = this.#follow(following, port, stream);
      port.post({ type: "following", stream, account: following.account, events });
    }
  }

  /** Call it right after the block was applied. */
  applied(block: BlockChanges): void {
    if (!this.isFollowed) return;
    for (const { account, index, name, json } of block.events) {
      if (this.#followed.has(account)) {
        this.#add(account, keptEvent({ account, height: block.height, index, name, json: json() }));
      }
    }
    for (const { pubkey } of block.changed) {
      if (this.#followed.has(pubkey)) this.#changed.add(pubkey);
    }
    this.#isRepriced ||= block.isRepriced;
    for (const pubkey of block.moved) {
      if (this.#followed.has(pubkey)) this.#moved.add(pubkey);
    }
    for (const [pubkey, { sum }] of block.liquidations) {
      this.#sendPositions(pubkey);
      this.#sendMargin(pubkey, sum);
    }
  }

  /** Posts what waits, and the figures that are due. Milliseconds until more are; `undefined` when none wait. */
  flush(): number | undefined {
    const now = this.#now();
    const next = Math.min(this.#sendChanged(now), this.#sendRepriced(now));
    this.#post();
    return next === Number.POSITIVE_INFINITY ? undefined : next;
  }

  /** Milliseconds until the next is due. Positions that changed never wait. */
  #sendChanged(now: number): number {
    let next = Number.POSITIVE_INFINITY;
    for (const pubkey of this.#changed) {
      const followed = this.#followed.get(pubkey);
      const wait = followed === undefined ? 0 : followed.sentAt + FIGURES_MS - now;
      if (wait > 0) {
        next = Math.min(next, wait);
        continue;
      }
      this.#changed.delete(pubkey);
      this.#moved.delete(pubkey);
      if (followed !== undefined) this.#sendFigures(pubkey, followed, now);
    }
    for (const pubkey of this.#moved) this.#sendPositions(pubkey);
    this.#moved.clear();
    return next;
  }

  /** The next few of those that new marks have not reached. Milliseconds until there are more. */
  #sendRepriced(now: number): number {
    if (this.#repricing === undefined) {
      if (!this.#isRepriced) return Number.POSITIVE_INFINITY;
      const period = Math.max(REPRICED_MS, (this.#followed.size * 1_000) / REPRICED_PER_SECOND);
      if (now < this.#repricedAt + period) return this.#repricedAt + period - now;
      this.#isRepriced = false;
      this.#repricedAt = now;
      this.#repricing = this.#followed.keys();
    }
    let sent = 0;
    for (let looks = 0; looks < LOOKED_AT_ONCE && sent < REPRICED_AT_ONCE; looks += 1) {
      const { value: pubkey, done } = this.#repricing.next();
      if (done === true) {
        this.#repricing = undefined;
        break;
      }
      const followed = this.#followed.get(pubkey);
      if (followed !== undefined && this.#sendIfSeen(pubkey, followed, now)) sent += 1;
    }
    return 0;
  }

  /** Figures that marks and funding moved, once a reader could see the difference. Cheap for those that have not. */
  #sendIfSeen(pubkey: string, followed: Followed, now: number): boolean {
    const account = this.#accountOf(pubkey);
    if (now >= followed.sentAt + UNSEEN_MS || hasVisiblyMoved(account, followed)) {
      this.#sendFigures(pubkey, followed, now);
      return true;
    }
    this.#sendLevel(pubkey, account, followed);
    return false;
  }

  #post(): void {
    if (this.#out.size === 0) return;
    const batches = new Map<HubPort, AccountBatch[]>();
    for (const [account, events] of this.#out) {
      const streams = this.#followed.get(account)?.streams ?? [];
      for (const [index, { port }] of streams.entries()) {
        // Once a gateway, which has the other readers too.
        if (streams.findIndex((stream) => stream.port === port) !== index) continue;
        const batch = batches.get(port);
        if (batch === undefined) batches.set(port, [{ account, events }]);
        else batch.push({ account, events });
      }
    }
    this.#out.clear();
    for (const [port, of] of batches) port.post({ type: "events", batches: of });
  }

  #follow({ account: pubkey, after }: Following, port: HubPort, stream: number): StreamEvent[] {
    const followed = this.#followed.get(pubkey) ?? this.#begin(pubkey);
    const isShown = followed.streams.some((one) => one.port === port && one.stream === stream);
    if (!isShown) followed.streams = [...followed.streams, { port, stream }];
    const position = after === null ? undefined : parseEventId(after);
    const missed = position && this.#venue.eventsAfter(pubkey, position);
    const events = missed?.map(keptEvent) ?? [];
    if (after !== null && missed === undefined) {
      const reset = JSON.stringify({ account: pubkey, reset: true });
      events.push(this.#stateEvent("reset", pubkey, reset));
    }
    const account = this.#accountOf(pubkey);
    events.push(this.#stateEvent("account", pubkey, followed.account));
    for (const holding of account.holdings.values()) {
      const { symbol } = holding.market.listing;
      const open = followed.positions.get(symbol);
      // A reader that comes back may know a position that is gone.
      const json =
        open?.json ??
        (missed === undefined ? undefined : JSON.stringify(closedPositionRecord(holding, "LONG")));
      if (json !== undefined)
        events.push(this.#stateEvent("position", `${pubkey} ${symbol}`, json));
      if (missed !== undefined) continue;
      for (const order of [...holding.orders, ...holding.untriggered]) {
        events.push(this.#stateEvent("order", String(order.id), orderJson(order)));
      }
    }
    const margin = JSON.stringify(marginRecord(account, followed.level, null));
    events.push(this.#stateEvent("margin", pubkey, margin));
    return events;
  }

  #begin(pubkey: string): Followed {
    const account = this.#accountOf(pubkey);
    const followed: Followed = {
      streams: [],
      account: JSON.stringify(accountRecord(account)),
      margin: accountMargin(account).initialMargin,
      positions: openPositions(account),
      level: marginLevel(maintenanceShare(account, "SAFE"), "SAFE"),
      // Its reader is sent these now; a change right after it does not wait.
      sentAt: this.#now() - FIGURES_MS,
    };
    this.#followed.set(pubkey, followed);
    return followed;
  }

  #forget(account: string, port: HubPort, stream: number): void {
    const followed = this.#followed.get(account);
    if (followed === undefined) return;
    followed.streams = followed.streams.filter((one) => one.port !== port || one.stream !== stream);
    if (followed.streams.length === 0) this.#followed.delete(account);
  }

  #sendFigures(pubkey: string, followed: Followed, now: number): void {
    const account = this.#accountOf(pubkey);
    followed.sentAt = now;
    followed.margin = accountMargin(account).initialMargin;
    const json = JSON.stringify(accountRecord(account));
    if (json !== followed.account) {
      followed.account = json;
      this.#add(pubkey, this.#stateEvent("account", pubkey, json));
    }
    this.#sendPositions(pubkey);
    this.#sendLevel(pubkey, account, followed);
  }

  #sendLevel(pubkey: string, account: Account, { level }: Followed): void {
    if (marginLevel(maintenanceShare(account, level), level) !== level)
      this.#sendMargin(pubkey, null);
  }

  #sendPositions(pubkey: string): void {
    const followed = this.#followed.get(pubkey);
    if (followed === undefined) return;
    const account = this.#accountOf(pubkey);
    const open = openPositions(account);
    for (const [symbol, position] of open) {
      if (position.json === followed.positions.get(symbol)?.json) continue;
      followed.positions.set(symbol, position);
      this.#add(pubkey, this.#stateEvent("position", `${pubkey} ${symbol}`, position.json));
    }
    for (const [symbol, { side }] of followed.positions) {
      const holding = account.holdings.get(symbol);
      if (open.has(symbol) || holding === undefined) continue;
      followed.positions.delete(symbol);
      const json = JSON.stringify(closedPositionRecord(holding, side));
      this.#add(pubkey, this.#stateEvent("position", `${pubkey} ${symbol}`, json));
    }
  }

  #sendMargin(pubkey: string, liquidation: LiquidationSum | null): void {
    const followed = this.#followed.get(pubkey);
    if (followed === undefined) return;
    const account = this.#accountOf(pubkey);
    const { level } = followed;
    followed.level = marginLevel(maintenanceShare(account, level), level);
    const json = JSON.stringify(marginRecord(account, followed.level, liquidation));
    const event = this.#stateEvent("margin", pubkey, json);
    // The sum of a liquidation is told once: no later state may replace it.
    this.#add(pubkey, liquidation === null ? event : { ...event, key: null });
  }

  #add(account: string, event: StreamEvent): void {
    const events = this.#out.get(account);
    if (events === undefined) this.#out.set(account, [event]);
    else events.push(event);
  }

  /** Numbered behind the kept events of the last block: a reader that has it has all of those. */
  #stateEvent(name: StreamEvent["name"], key: string, json: string): StreamEvent {
    const { height, index } = this.#venue.eventPosition;
    if (height !== this.#idHeight) {
      this.#idHeight = height;
      this.#idIndex = index;
    }
    this.#idIndex += 1;
    return { id: `${height}-${this.#idIndex}`, name, json, key: `${name} ${key}` };
  }

  #accountOf(pubkey: string): Account {
    const { state } = this.#venue;
    return state.accounts.get(pubkey) ?? emptyAccount(state, pubkey);
  }
}

function openPositions(account: Account): Followed["positions"] {
  const open: Followed["positions"] = new Map();
  for (const [symbol, holding] of account.holdings) {
    if (holding.size === 0) continue;
    const record = positionRecord(account, holding);
    const { value } = holdingMargin(holding);
    open.set(symbol, { json: JSON.stringify(record), side: record.side, value });
  }
  return open;
}

/** Whether margin or a position has changed by a visible share of the account, or a position of itself, since it was sent. */
function hasVisiblyMoved(account: Account, { positions, margin }: Followed): boolean {
  const { initialMargin } = accountMargin(account);
  const whole = magnitude(totalWorth(account).worth);
  if (isVisible(initialMargin - margin, whole)) return true;
  for (const [symbol, sent] of positions) {
    const holding = account.holdings.get(symbol);
    if (holding === undefined) continue;
    const { market, size } = holding;
    const worth = notional(market, market.markTicks, Math.abs(size));
    const moved = holdingMargin(holding).value - sent.value;
    if (isVisible(moved, worth < whole ? worth : whole)) return true;
  }
  return false;
}

function isVisible(moved: bigint, whole: bigint): boolean {
  return moved !== 0n && magnitude(moved) * SEEN_SHARE >= whole;
}

/** States of orders replace each other; what happened does not. */
function keptEvent({ height, index, name, json }: PlacedEvent): StreamEvent {
  return { id: `${height}-${index}`, name, json, key: keyOf(name, json) };
}

const ORDER_ID = /^\{"id":"(\d+)"/;

function keyOf(name: KeptName, json: string): string | null {
  return name === "order" ? `order ${ORDER_ID.exec(json)?.[1] ?? ""}` : null;
}
