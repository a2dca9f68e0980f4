/** The figures of the rules. They are frozen: other figures are another version, with another hash in every row and a record of their own. */
import { parametersHash } from "#lib/catalysts/moves/parameters.ts";
import type { CALENDAR_KINDS } from "#lib/protocol/enumerations.ts";

type CalendarKind = (typeof CALENDAR_KINDS)[number];

/** What a number above its forecast does to the price of a coin: dearer money weighs on it, growth lifts it. Others have no direction. */
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
  version: 2,
  /** Trials at 0.5 that stand beside the ended ones of a rule, and from which conviction on a signal is told. */
  conviction: Object.freeze({ weight: 16, least: 0.55 }),
  /** What was learned longer ago than this is no trigger any more. */
  freshMs: 300_000,
  /** A signal is made less than this after its minute, so that each minute which judges it ends later. */
  lateMs: 60_000,
  /** Of the entry. */
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
