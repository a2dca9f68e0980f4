/**
 * A recorded market on the engine: its prices are the marks, makers quote around them, people bet with all the leverage
 * there is, and those who lose everything come back with new money.
 */
import { parseDecimal } from "#lib/protocol/decimal.ts";
import { NO_TRIGGER } from "#lib/protocol/orders/orders.ts";
import { accountMargin } from "#services/venue/engine/account-margin.ts";
import { apply } from "#services/venue/engine/apply.ts";
import { pubkeyOf, Signatory } from "#services/venue/engine/commands.testing.ts";
import type { Command } from "#services/venue/engine/commands.ts";
import { emptyState } from "#services/venue/engine/empty-state.ts";
import { checkAfterCommand, checkInvariants } from "#services/venue/engine/invariants.ts";
import { LISTINGS } from "#services/venue/engine/listings.ts";
import type { MarketState } from "#services/venue/engine/market-state.ts";
import { stateHash } from "#services/venue/engine/state-hash.ts";
import { checkFromNothing } from "#services/venue/engine/testing/brute-force.ts";
import type { VenueState } from "#services/venue/engine/venue-state.ts";
import { Coverage } from "./coverage.ts";
import { priceText, sizeText } from "./orders.ts";
import { Random } from "./random.ts";
import { Witness } from "./witness.ts";

/** One minute of the recording, in ticks. */
export type Minute = {
  start: number;
  prices: [open: number, high: number, low: number, close: number];
};

export type Figures = {
  fills: number;
  slices: number;
  takeovers: number;
  adls: number;
  /** Lowest value of the insurance fund, 1e-9 USDC. */
  fundLow: bigint;
  fundEnd: bigint;
  hash: string;
};

const SYMBOL = "BTCUSDC";
const USDC = 1_000_000_000n;
const HALF_MINUTE = 30_000;
/** Parts per million from the mark at which makers quote. */
const LEVELS = [500, 2_500] as const;
/** Blocks between two checks of everything, old orders included. */
const CHECK_EVERY = 2_000;

/** Reads `open_time,open,high,low,close,…`; prices beyond the tick are cut. @throws Error that names a bad line. */
export function parseMinutes(csv: string, market: MarketState["scale"]): Minute[] {
  const [, ...lines] = csv.trim().split("\n");
  return lines.map((line) => {
    const [time = "", ...prices] = line.split(",");
    const [open, high, low, close] = prices.slice(0, 4).map((text) => {
      const units = parseDecimal(text, 8);
      if (units === undefined || units === 0n) throw new Error(`no price: ${line}`);
      return Number(units / (market.tickUnits * 10n ** BigInt(8 - market.priceDecimals)));
    });
    if (open === undefined || high === undefined || low === undefined || close === undefined) {
      throw new Error(`four prices are needed: ${line}`);
    }
    return { start: Date.parse(time), prices: [open, high, low, close] };
  });
}

type Trader = { account: string; signatory: Signatory };

function traders(kind: string, count: number): Trader[] {
  return Array.from({ length: count }, (_, index) => {
    const account = pubkeyOf(`recorded ${kind} ${index}`);
    return { account, signatory: new Signatory(account) };
  });
}

export class RecordedMarket {
  readonly state: VenueState = emptyState();
  readonly market: MarketState;
  readonly #coverage = new Coverage();
  readonly #witness = new Witness(this.state, this.#coverage);
  readonly #random: Random;
  readonly #makers = traders("maker", 2);
  readonly #gamblers = traders("gambler", 12);
  #fundLow = 0n;
  #blocks = 0;
  #time: number;

  constructor(seed: number, start: number) {
    this.#random = new Random(seed);
    this.#time = start;
    const listing = LISTINGS.find(({ symbol }) => symbol === SYMBOL);
    if (listing === undefined) throw new Error(`${SYMBOL} is not listed`);
    this.#submit({ type: "list_market", market: listing });
    const market = this.state.markets.get(SYMBOL);
    if (market === undefined) throw new Error(`${SYMBOL} was not listed`);
    this.market = market;
    for (const { account } of this.#makers) this.#deposit(account, 2_000_000n * USDC);
  }

  /** Two blocks a minute: at its worst price, and at its close. */
  minute({ start, prices: [open, high, low, close] }: Minute): void {
    this.#time = Math.max(this.#time, start);
    this.#block(close > open ? low : high);
    this.#time += HALF_MINUTE;
    this.#block(close);
  }

  figures(): Figures {
    checkInvariants(this.state);
    const { counts } = this.#coverage;
    return {
      fills: counts.get("fill") ?? 0,
      slices: counts.get("liquidation slice") ?? 0,
      takeovers: counts.get("takeover") ?? 0,
      adls: counts.get("ADL") ?? 0,
      fundLow: this.#fundLow,
      fundEnd: this.#fundWorth(),
      hash: stateHash(this.state),
    };
  }

  #block(ticks: number): void {
    const marks = [{ market: SYMBOL, ticks, confidencePpm: 500 }];
    this.#submit({ type: "set_marks", marks });
    const maker = this.#makers[this.#blocks % this.#makers.length];
    if (maker !== undefined) this.#quote(maker);
    this.#gamble(
      this.#random.pick([this.#gamblers[0], ...this.#gamblers.slice(1)] as [Trader, ...Trader[]]),
    );
    this.#submit({ type: "tick" });
    this.state.effects.close();
    this.#blocks += 1;
    checkBooks(this.state);
    if (this.#blocks % 16 === 0) checkFromNothing(this.state);
    if (this.#blocks % CHECK_EVERY === 0) checkInvariants(this.state);
    const worth = this.#fundWorth();
    if (worth < this.#fundLow) this.#fundLow = worth;
  }

  #quote({ signatory }: Trader): void {
    const { market } = this;
    const time = this.#time;
    this.#submit(signatory.cancelAll(SYMBOL, time));
    const orders = LEVELS.flatMap((ppm) =>
      (["BUY", "SELL"] as const).map((side) => {
        const away = Math.round((market.markTicks * ppm) / 1_000_000);
        const ticks = market.markTicks + (side === "BUY" ? -away : away);
        return {
          market: SYMBOL,
          side,
          size: sizeText(market, 60_000),
          price: priceText(market, ticks),
          order_type: "LIMIT" as const,
          flags: 0,
          time_in_force: "GTC" as const,
          ...NO_TRIGGER,
        };
      }),
    );
    this.#submit(
      signatory.placeBatch(
        orders,
        orders.map(() => null),
        time,
      ),
    );
  }

  /** A market order of up to twenty times what the gambler has. */
  #gamble({ account, signatory }: Trader): void {
    const known = this.state.accounts.get(account);
    const worth = known === undefined ? 0n : accountMargin(known).accountValue;
    if (worth < 20n * USDC) this.#deposit(account, BigInt(this.#random.between(100, 5_000)) * USDC);
    const money = worth < 20n * USDC ? 100n * USDC : worth;
    const lot = BigInt(this.market.markTicks) * this.market.scale.valueOfTickLot;
    const lots = Number((money * BigInt(this.#random.between(5, 19))) / lot);
    const order = {
      market: SYMBOL,
      side: this.#random.oneIn(2) ? ("BUY" as const) : ("SELL" as const),
      size: sizeText(this.market, lots),
      price: null,
      order_type: "MARKET" as const,
      flags: 0,
      time_in_force: "IOC" as const,
      ...NO_TRIGGER,
    };
    this.#submit(signatory.place(order, null, this.#time));
  }

  #deposit(account: string, amount: bigint): void {
    const id = `recorded ${this.state.transfers.size}`;
    this.#submit({ type: "deposit", id, account, amount, reference: id, source: "recording" });
  }

  #submit(command: Command): void {
    const outcome = apply(this.state, command, this.#time, this.#witness.events);
    checkAfterCommand(this.state, command, outcome);
    this.#coverage.outcome(outcome);
  }

  #fundWorth(): bigint {
    const fund = this.state.accounts.get("insurance");
    return fund === undefined ? 0n : accountMargin(fund).accountValue;
  }
}

/** Checks that money and positions balance, as `checkInvariants` does, without reading every old order. */
function checkBooks(state: VenueState): void {
  let money = state.fees + state.fundingPool;
  let lots = 0;
  for (const { balance, holdings } of state.accounts.values()) {
    money += balance;
    for (const { cost, size } of holdings.values()) {
      money -= cost;
      lots += size;
    }
  }
  if (money !== state.deposits || lots !== 0)
    throw new Error(`books: ${money} of ${state.deposits}, ${lots} lots`);
}
