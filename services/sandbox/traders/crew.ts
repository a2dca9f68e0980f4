/** The simulated traders of one sandbox: makers, noise takers, one that follows the trend, one that overreaches, two of a partner. */

import type { Logger } from "#lib/kernel/log/log.ts";
import type { Clock } from "#lib/kernel/time/clock.ts";
import type { Faucet } from "#services/sandbox/deposits/faucet.ts";
import { Random } from "#services/sandbox/seed/random.ts";
import { walletOfRole } from "#services/sandbox/venue/roles.ts";
import { type KeyStore, TradingClient } from "#services/sandbox/venue/trading-client.ts";
import { leveragedTaker } from "./leveraged-taker.ts";
import { MAKER_STYLES, Maker } from "./maker.ts";
import { MarketWatch } from "./market-watch.ts";
import { momentumTaker } from "./momentum-taker.ts";
import { noiseTaker, RETAIL } from "./noise-taker.ts";
import { runRole } from "./role.ts";
import { Trader } from "./trader.ts";
import type { Visitors } from "./visitors.ts";
import { WriteBudget } from "./write-budget.ts";

const WRITES_PER_SECOND = 15;
/** Enough to fill the whole book at once after a start. */
const WRITE_BURST = 320;

/** The demo partner's referred traders: what they trade and pay is real at this venue. */
const REFERRED_ROLES = ["referred-1", "referred-2"] as const;

/** Their accounts in the simulation with this seed. */
export function referredAccounts(seed: string): string[] {
  return REFERRED_ROLES.map((role) => walletOfRole(seed, role).address);
}

export type CrewParts = {
  seed: string;
  venueUrl: string;
  keys: KeyStore;
  faucet: Faucet;
  visitors: Visitors;
  clock: Clock;
  log: Logger;
};

export type Crew = {
  /** True once every maker has quoted every market. */
  isQuoting: () => boolean;
  /** Stops all traders after the request that each one has under way. */
  stop: () => Promise<void>;
};

export function startCrew(parts: CrewParts): Crew {
  const watch = new MarketWatch(parts.venueUrl, parts.clock);
  const limits = { perSecond: WRITES_PER_SECOND, burst: WRITE_BURST };
  const budget = new WriteBudget({ ...limits, clock: parts.clock });
  const trader = (name: string): Trader => {
    const { seed, venueUrl, keys, faucet, clock, log } = parts;
    const wallet = walletOfRole(seed, name);
    const label = `sandbox ${name}`;
    const client = new TradingClient({ url: venueUrl, wallet, keys, clock, label });
    const random = Random.fromSeed(`trader:${seed}:${name}`);
    return new Trader({ name, client, watch, faucet, budget, random, clock, log });
  };
  const makers = MAKER_STYLES.map((style, index) => new Maker(trader(`maker-${index + 1}`), style));
  const roles = [
    ...makers.map((maker) => maker.role()),
    noiseTaker(trader("noise-1")),
    noiseTaker(trader("noise-2")),
    momentumTaker(trader("momentum")),
    leveragedTaker(trader("leveraged")),
    ...REFERRED_ROLES.map((name) => noiseTaker(trader(name), RETAIL)),
  ];
  const stopping = new AbortController();
  const terms = { visitors: parts.visitors, signal: stopping.signal };
  const running = Promise.all(roles.map((role) => runRole(role, terms)));
  return {
    isQuoting: () => makers.every((maker) => maker.quoted),
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}
