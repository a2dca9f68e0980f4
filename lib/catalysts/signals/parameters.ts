/**
 * The parameters of the rules. They are frozen: a change is another version, with another hash in
 * every row and its own track record.
 */
import { parametersHash } from "#lib/catalysts/moves/parameters.ts";
import type { CALENDAR_KINDS } from "#lib/protocol/market-knowledge.ts";

type CalendarKind = (typeof CALENDAR_KINDS)[number];

/**
 * The effect of a number above its forecast on the price of a coin: higher interest rates lower it,
 * growth raises it. Other kinds have no direction.
 */
const SURPRISE_DIRECTIONS: Readonly<Partial<Record<CalendarKind, 1 | -1>>> = Object.freeze({
  fomc: -1,
  cpi: -1,
  pce: -1,
  ppi: -1,
  nfp: -1,
  gdp: 1,
  ism: 1,
});

/** Horizons are minutes; shares and risks are fractions. */
export const SIGNAL_PARAMETERS = Object.freeze({
  version: 3,
  /** How many trials with probability 0.5 are added to the ended signals of a rule. */
  conviction: Object.freeze({ weight: 16 }),
  /**
   * A rule leaves the shadow with at least this many ended signals, while the lower bound of its
   * hit rate is above 0.5. The interval has this many standard deviations: 95 %, two-sided.
   */
  emitted: Object.freeze({ ended: 30, above: 0.5, deviations: 1.96 }),
  /** A trigger is too old after this time. */
  freshMs: 300_000,
  /**
   * A signal is made within this time after its minute, so that every minute which judges it ends
   * later.
   */
  lateMs: 60_000,
  /** As a fraction of the entry price. */
  risk: Object.freeze({ least: 0.002, most: 0.2 }),
  /** Minutes over which momentum looks back. */
  momentum: 60,
  drift: Object.freeze({ horizon: 240, ofMove: 0.5, mostAgeMs: 3_600_000 }),
  cascade: Object.freeze({ horizon: 240, buffer: 0.25 }),
  surprise: Object.freeze({
    horizon: 60,
    market: "BTCUSDC",
    country: "US",
    leastZ: 1,
    directions: SURPRISE_DIRECTIONS,
    volatility: 240,
    volatilities: 1,
  }),
});

export const SIGNALS_HASH = parametersHash(SIGNAL_PARAMETERS);
