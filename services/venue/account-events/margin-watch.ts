/**
 * Finds the accounts whose maintenance share reaches a bound, among all accounts and without looking at all of them on
 * each mark.
 */
import type { MarginLevel } from "#lib/protocol/wire/account-stream.ts";
import { LiquidationIndex } from "#services/venue/engine/liquidation-index.ts";
import { type Account, type Holding, INSURANCE } from "#services/venue/engine/market-state.ts";
import type { VenueState } from "#services/venue/engine/venue-state.ts";
import { maintenanceShare, marginLevel } from "./margin-state.ts";

/** A maintenance share of 0.5: an account value of twice the maintenance margin. */
const WARNING_FACTOR = 2n;
const RANKS: Readonly<Record<MarginLevel, number>> = {
  SAFE: 0,
  WARNING: 1,
  DANGER: 2,
  LIQUIDATING: 3,
};

/** Levels that are not SAFE, by account. They outlive the process: each bound is told of once. */
export type MarginLevels = Iterable<[account: string, level: MarginLevel]> & {
  get: (account: string) => MarginLevel | undefined;
  set: (account: string, level: MarginLevel) => void;
  delete: (account: string) => void;
};

/** What a block did. */
type Block = { moved: ReadonlySet<string>; isRepriced: boolean };

export class MarginWatch {
  readonly #state: VenueState;
  readonly #levels: MarginLevels;
  readonly #versions = new WeakMap<Holding, number>();
  readonly #index: LiquidationIndex;
  /** Accounts with an isolated position beyond the first bound, which warns of the second only. */
  readonly #unfiled = new Set<Account>();
  #hasBegun = false;

  constructor(state: VenueState, levels: MarginLevels) {
    this.#state = state;
    this.#levels = levels;
    const versionOf = (holding: Holding) => this.#versions.get(holding) ?? 0;
    this.#index = new LiquidationIndex(WARNING_FACTOR, {
      of: versionOf,
      renew: (holding) => void this.#versions.set(holding, versionOf(holding) + 1),
    });
  }

  /** Call it right after the block was applied. @returns the accounts that have just reached WARNING or DANGER */
  afterBlock(block: Block): [account: Account, level: MarginLevel][] {
    const reached: [Account, MarginLevel][] = [];
    for (const account of this.#toLookAt(block)) {
      const { pubkey } = account;
      const before = this.#levels.get(pubkey) ?? "SAFE";
      const level = marginLevel(maintenanceShare(account, before), before);
      if (level !== before) this.#keep(pubkey, level);
      this.#unfiled.delete(account);
      if (level === "SAFE") {
        if (!this.#index.file(account)) this.#unfiled.add(account);
      } else if (RANKS[level] > RANKS[before] && level !== "LIQUIDATING") {
        reached.push([account, level]);
      }
    }
    return reached;
  }

  #keep(pubkey: string, level: MarginLevel): void {
    if (level === "SAFE") this.#levels.delete(pubkey);
    else this.#levels.set(pubkey, level);
  }

  #toLookAt({ moved, isRepriced }: Block): Iterable<Account> {
    const { accounts, markets } = this.#state;
    if (!this.#hasBegun) {
      this.#hasBegun = true;
      return [...accounts.values()].filter(({ pubkey }) => pubkey !== INSURANCE);
    }
    const found = new Set<Account>();
    const add = (pubkey: string) => {
      const account = accounts.get(pubkey);
      if (account !== undefined && pubkey !== INSURANCE) found.add(account);
    };
    for (const pubkey of moved) add(pubkey);
    if (!isRepriced) return found;
    for (const market of markets.values()) {
      for (const { pubkey } of this.#index.endangered(market)) add(pubkey);
    }
    // They are few: whoever is beyond the first bound may reach the next one, or be safe again.
    for (const [pubkey] of this.#levels) add(pubkey);
    for (const { pubkey } of this.#unfiled) add(pubkey);
    return found;
  }
}
