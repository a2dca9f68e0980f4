/** Runs series of one-minute closes through the detector. */

import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { MINUTE_MS } from "#lib/protocol/durations.ts";
import { beginDetection, type DetectorState, detect } from "./detect-moves.ts";
import { type DetectorMinute, type MinuteFacts } from "./minute.ts";
import type { Move, MoveChange } from "./move.ts";
import { MOVE_PARAMETERS, type MoveParameters } from "./parameters.ts";

/** A whole hour, so that minute 4 ends the first five minutes of the clock. */
export const START = Date.UTC(2026, 2, 3);
export const MARKET = "BTCUSDC";

export type RunOptions = {
  releases?: readonly number[];
  parameters?: MoveParameters;
  state?: DetectorState;
};

export function run(
  minutes: readonly DetectorMinute[],
  { releases = [], parameters = MOVE_PARAMETERS, state }: RunOptions = {},
): { state: DetectorState; changes: MoveChange[] } {
  let current = state ?? beginDetection(parameters);
  const changes: MoveChange[] = [];
  for (const minute of minutes) {
    const detection = detect(current, minute, { parameters, releases });
    current = detection.state;
    changes.push(...detection.changes);
  }
  return { state: current, changes };
}

/** The newest state of each move. */
export function newestMoves(changes: readonly MoveChange[]): Move[] {
  return [...new Map(changes.map(({ move }) => [move.id, move])).values()];
}

/**
 * A null is a filled minute that repeats the last close. `facts` belong to their own minute; the
 * detector reads each with the next one.
 */
export function makeMinutes(
  closes: readonly (number | null)[],
  {
    start = START,
    market = MARKET,
    facts = (_index: number): MinuteFacts | undefined => undefined,
  } = {},
): DetectorMinute[] {
  let last = 0;
  return closes.map((close, index) => {
    last = close ?? last;
    const known = facts(index - 1);
    const bar = { market, close: last, filled: close === null, ...(known ? { facts: known } : {}) };
    return { start: start + index * MINUTE_MS, markets: last > 0 ? [bar] : [] };
  });
}

/** A market that alternates by `noise`: its 5-minute returns equal `noise`, and no move opens. */
export function calm(minutes: number, { price = 100, noise = 0.001 } = {}): number[] {
  return Array.from({ length: minutes }, (_, index) => price * (index % 2 === 0 ? 1 : 1 + noise));
}

/** BTC/USDC of 1 to 21 March 2023, see tests/data/README.md. */
export function march2023(): DetectorMinute[] {
  const file = new URL("../../../tests/data/btcusdc-1m-2023-03.json.gz", import.meta.url);
  const { start, closes } = JSON.parse(gunzipSync(readFileSync(file)).toString("utf8")) as {
    start: number;
    closes: (number | null)[];
  };
  return makeMinutes(closes, { start });
}
