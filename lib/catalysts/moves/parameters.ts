/**
 * The parameters of the detector. They are frozen: a change is another version, with another hash
 * in every row.
 */
import { createHash } from "node:crypto";

/** Minutes over which a return is measured. */
export const HORIZONS = [1, 5, 15, 60, 240] as const;
export type Horizon = (typeof HORIZONS)[number];
export const LONGEST_HORIZON = Math.max(...HORIZONS);

/** Shares and returns are fractions, times are minutes. */
export type MoveParameters = {
  version: number;
  zLimits: readonly { horizon: Horizon; limit: number }[];
  minReturn: { fixed: number; dayVolatilities: number };
  storm: { horizons: readonly Horizon[]; fixed: number; dayVolatilities: number; zLimit: number };
  /** The part of a move that the previous close must already have reached. */
  confirmedShare: number;
  release: { factor: number; minutes: number };
  volatility: { window: number; bipowerReturns: number; floor: number; warmUp: number };
  end: { quiet: number; retraced: number };
  reopenAfter: number;
  legsWithin: number;
  onsetShare: number;
  marketWide: { markets: number; share: number; horizon: Horizon; zLimit: number };
  cascadeShare: number;
};

export const MOVE_PARAMETERS: MoveParameters = deepFreeze({
  version: 3,
  zLimits: [
    { horizon: 1, limit: 7.2 },
    { horizon: 5, limit: 4.8 },
    { horizon: 15, limit: 4.2 },
    { horizon: 60, limit: 3.8 },
    { horizon: 240, limit: 3 },
  ],
  minReturn: { fixed: 0.009, dayVolatilities: 0.3 },
  storm: { horizons: [15, 60], fixed: 0.02, dayVolatilities: 1, zLimit: 2.5 },
  confirmedShare: 0.5,
  release: { factor: 0.75, minutes: 30 },
  volatility: { window: 1_440, bipowerReturns: 72, floor: 0.0001, warmUp: 720 },
  end: { quiet: 15, retraced: 0.6 },
  reopenAfter: 30,
  legsWithin: 30,
  onsetShare: 0.2,
  marketWide: { markets: 3, share: 0.6, horizon: 15, zLimit: 2.5 },
  cascadeShare: 0.3,
});

/** Constants that the detector uses with all parameters. */
export const DETECTOR_CONSTANTS = deepFreeze({
  /** Minutes of the return that the volatility describes. */
  returnMinutes: 5,
  /**
   * In a normal distribution, the standard deviation is this many times the median absolute
   * deviation.
   */
  madToDeviation: 1.4826,
  /**
   * π / 2: turns the mean product of neighbouring absolute returns into an estimate of the
   * variance.
   */
  bipowerScale: 1.5707963267948966,
  /** The usual volume is the mean over this many whole hours. */
  volume: { hours: 24, hourMinutes: 60 },
  /** How many characters of the hash are in a move's id. */
  idCharacters: 24,
});

/** SHA-256, in hex, of everything that decides what the detector finds. */
export function computeMovesHash(parameters: MoveParameters): string {
  return parametersHash({ ...parameters, horizons: HORIZONS, constants: DETECTOR_CONSTANTS });
}

/** SHA-256, in hex, of the parameters as canonical JSON (RFC 8785: sorted keys, no white space). */
export function parametersHash(parameters: object): string {
  return createHash("sha256").update(canonicalJson(parameters)).digest("hex");
}

/** Takes plain JSON values. Numbers are written as ECMAScript does, as RFC 8785 requires. */
function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.entries(value)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member)}`);
  return `{${members.join(",")}}`;
}

function deepFreeze<T>(value: T): T {
  if (typeof value === "object" && value !== null) {
    for (const member of Object.values(value)) deepFreeze(member);
    Object.freeze(value);
  }
  return value;
}

/** The hash of the detector that the service runs. */
export const MOVES_HASH = computeMovesHash(MOVE_PARAMETERS);
