/** Moves of the market as the chart draws and describes them. */

import { readJson } from "#components/data/http.ts";
import { useRepeatedRead } from "#components/data/use-repeated-read.ts";
import { barTime, type Wording } from "#components/trading/chart/series/chart-text.ts";
import { type ShownInterval, shownStart } from "#components/trading/screen/view/shown-interval.ts";
import type { ListedMove, MoveCause, MoveList } from "#lib/protocol/wire/moves.ts";

/** The newest ones; as many as one answer has without a cursor that is worth following. */
const MAX_MOVES = 200;
/** A move is found at the end of a minute, and its cause later. */
const POLL_MS = 120_000;

/** The newest moves of a market, the newest first, read again while the page is visible. */
export function useMoves(market: string) {
  const query = new URLSearchParams({ market, limit: MAX_MOVES.toString() });
  const url = `/api/public/moves?${query.toString()}`;
  return useRepeatedRead(url, (signal) => readJson<MoveList>(url, signal), POLL_MS);
}

/** Start of the bar in which a move opened: the minute that opened it ends at `opened_at`. */
export function openingBar(move: ListedMove, interval: ShownInterval): number {
  return shownStart(interval, Date.parse(move.opened_at) - 1);
}

/** The largest move that opened in a bar. */
export function largestIn(
  moves: readonly ListedMove[],
  start: number | undefined,
  interval: ShownInterval,
): ListedMove | undefined {
  if (start === undefined) return undefined;
  return moves
    .filter((move) => openingBar(move, interval) === start)
    .toSorted((a, b) => Math.abs(b.size) - Math.abs(a.size))[0];
}

/** A move's figures as text. */
export type MoveFigures = {
  direction: string;
  size: string;
  onset: string;
  opened: string;
  ended: string;
};

export function moveFigures(move: ListedMove, { text, format }: Wording): MoveFigures {
  const time = (iso: string) => barTime(Date.parse(iso), "1m", format);
  return {
    direction: text(move.direction === "up" ? "moveUp" : "moveDown"),
    size: format.percent(move.size.toFixed(6)),
    onset: time(move.onset),
    opened: time(move.opened_at),
    ended: move.ended_at === null ? text("moveGoesOn") : time(move.ended_at),
  };
}

/** Why a price moved, as text. */
export type CauseText = {
  verdict: MoveCause["verdict"];
  /** With the probability, if there is a cause. */
  label: string;
  /** The headline of the cause, written by its source. */
  headline: string | undefined;
};

/** A move whose cause was not looked for yet is judged like one that waits for it. */
export function describeCause({ cause }: Pick<ListedMove, "cause">, wording: Wording): CauseText {
  const { text, format } = wording;
  const verdict = cause?.verdict ?? "pending";
  const said = text(`verdict_${verdict}`);
  if (cause === null || !isCaused(cause)) return { verdict, label: said, headline: undefined };
  const { probability, headline } = cause;
  return {
    verdict,
    label:
      probability === null
        ? said
        : text("moveProbability", {
            verdict: said,
            probability: format.ratio(probability.toFixed(4), 0),
          }),
    headline: headline ?? undefined,
  };
}

/** Whether a catalyst is named: the likeliest one of an unexplained move is none. */
function isCaused({ verdict }: MoveCause): boolean {
  return verdict === "attributed" || verdict === "possible";
}

export function hasCause({ cause }: Pick<ListedMove, "cause">): boolean {
  return cause !== null && isCaused(cause);
}
