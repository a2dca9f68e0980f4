/**
 * Keeps what each account has gained, and one row an account and hour of what it was worth at the hour's end. An hour in
 * which nothing can have changed has no row: the account had no position, and nothing was reported of it.
 */

import type { DatabaseSync, StatementSync } from "node:sqlite";
import { HOUR_MS } from "#lib/protocol/durations.ts";
import type { BalanceEvent, FillEvent, FundingEvent } from "#services/venue/engine/events.ts";
import type { Account, MarketState } from "#services/venue/engine/market-state.ts";
import { hasPosition } from "#services/venue/engine/shortfall.ts";
import type { VenueState } from "#services/venue/engine/venue-state.ts";
import {
  type AccountSums,
  addBalance,
  addFill,
  addFunding,
  figuresAt,
  noSums,
  takePositions,
} from "#services/venue/projection/account-figures.ts";
import { HOURLY_DAYS, HOURS_A_DAY } from "./portfolio-hours.ts";
import { figuresText, sumsFrom, sumsText } from "./portfolio-rows.ts";

type Entry = {
  number: number;
  sums: AccountSums;
  /** Something was reported since the last hourly row. */
  changed: boolean;
};

type Statements = Record<"sums" | "save" | "row" | "thin", StatementSync>;

export class PortfolioWriter {
  readonly #statements: Statements;
  readonly #numberOf: (pubkey: string) => number;
  readonly #entries = new Map<string, Entry>();
  /** Accounts whose stored sums are behind. */
  readonly #unsaved = new Set<string>();

  /** `numberOf`: the account's number in the history, which it gives to a new one. */
  constructor(database: DatabaseSync, numberOf: (pubkey: string) => number) {
    this.#statements = prepare(database);
    this.#numberOf = numberOf;
    const changed = database.prepare(
      "SELECT a.pubkey FROM portfolio_sums s JOIN accounts a ON a.number = s.account WHERE s.changed = 1",
    );
    for (const { pubkey } of changed.all()) this.#entry(String(pubkey));
  }

  fill(fill: FillEvent): void {
    addFill(this.#reported(fill.account), fill);
  }

  funding(payment: FundingEvent): void {
    addFunding(this.#reported(payment.account), payment);
  }

  balance(change: BalanceEvent): void {
    addBalance(this.#reported(change.account), change);
  }

  /** Writes the rows of the hour that `state` is in, when `time` (Unix ms) is in a later one. */
  passTo(time: number, state: VenueState): void {
    const hour = Math.floor(state.time / HOUR_MS);
    const next = Math.floor(time / HOUR_MS);
    if (state.seq === 0 || next <= hour) return;
    const markets = [...state.markets.values()];
    for (const account of state.accounts.values()) this.#writeRow(account, hour, markets);
    this.#thin(hour, next);
  }

  /** Stores the sums of the accounts that were reported, with the positions they have in `state`. */
  save(state: VenueState): void {
    for (const pubkey of this.#unsaved) {
      const { number, sums, changed } = this.#entry(pubkey);
      const account = state.accounts.get(pubkey);
      if (account !== undefined) takePositions(sums, account);
      this.#statements.save.run(number, changed ? 1 : 0, sumsText(sums));
    }
    this.#unsaved.clear();
  }

  #writeRow(account: Account, hour: number, markets: readonly MarketState[]): void {
    const { pubkey } = account;
    if (!hasPosition(account) && this.#entries.get(pubkey)?.changed !== true) return;
    const entry = this.#entry(pubkey);
    takePositions(entry.sums, account);
    const figures = figuresAt(entry.sums, (ordinal) => {
      const market = markets[ordinal];
      if (market === undefined) throw new Error(`there is no market ${ordinal}`);
      return market;
    });
    const { equity, deposits } = figures;
    this.#statements.row.run(
      entry.number,
      hour,
      String(equity),
      String(deposits),
      figuresText(figures),
    );
    if (!entry.changed) return;
    entry.changed = false;
    this.#unsaved.add(pubkey);
  }

  /** Of days that are no longer kept by the hour, the last row of an account stays. */
  #thin(hour: number, next: number): void {
    const [from, to] = [hour, next].map(
      (each) => (Math.floor(each / HOURS_A_DAY) - HOURLY_DAYS) * HOURS_A_DAY,
    );
    if (from !== undefined && to !== undefined && from < to) this.#statements.thin.run(from, to);
  }

  #reported(pubkey: string): AccountSums {
    const entry = this.#entry(pubkey);
    entry.changed = true;
    this.#unsaved.add(pubkey);
    return entry.sums;
  }

  #entry(pubkey: string): Entry {
    let entry = this.#entries.get(pubkey);
    if (entry === undefined) {
      const number = this.#numberOf(pubkey);
      const stored = this.#statements.sums.get(number);
      const sums = stored === undefined ? noSums() : sumsFrom(String(stored["sums"]));
      entry = { number, sums, changed: stored?.["changed"] === 1 };
      this.#entries.set(pubkey, entry);
    }
    return entry;
  }
}

function prepare(database: DatabaseSync): Statements {
  return {
    sums: database.prepare("SELECT changed, sums FROM portfolio_sums WHERE account = ?"),
    save: database.prepare(
      "INSERT OR REPLACE INTO portfolio_sums (account, changed, sums) VALUES (?, ?, ?)",
    ),
    row: database.prepare(
      "INSERT INTO portfolio (account, hour, equity, deposits, figures) VALUES (?, ?, ?, ?, ?)",
    ),
    thin: database.prepare(
      `DELETE FROM portfolio AS p WHERE account IN (SELECT number FROM accounts) AND hour >= ? AND hour < ?
       AND EXISTS (SELECT 1 FROM portfolio l WHERE l.account = p.account AND l.hour > p.hour
         AND l.hour < (p.hour / ${HOURS_A_DAY} + 1) * ${HOURS_A_DAY})`,
    ),
  };
}
