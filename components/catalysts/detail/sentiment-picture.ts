/**
 * Draws the sentiment over the revisions as a line: positive values are above the middle, negative
 * ones below.
 */
import type { CatalystRevision } from "#lib/protocol/wire/catalysts.ts";

type Revision = Pick<CatalystRevision, "recorded_at" | "sentiment">;

export const WIDTH = 320;
export const HEIGHT = 72;

/** The part of the width for the newest sentiment, which continues. */
const TAIL = WIDTH / 10;

const SIGN = { negative: -1, neutral: 0, positive: 1 } as const;

/**
 * The points of a step line: a sentiment holds until the next revision, and the newest one
 * continues. Time runs from left to right.
 */
export function sentimentLine(revisions: readonly Revision[]): string {
  const [first] = revisions;
  const last = revisions.at(-1);
  if (first === undefined || last === undefined) return "";
  const begin = Date.parse(first.recorded_at);
  const span = Math.max(1, Date.parse(last.recorded_at) - begin);
  const points: string[] = [];
  for (const [index, { recorded_at, sentiment }] of revisions.entries()) {
    const x = ((Date.parse(recorded_at) - begin) / span) * (WIDTH - TAIL);
    const y = heightOf(sentiment);
    const before = revisions[index - 1];
    if (before !== undefined) points.push(point(x, heightOf(before.sentiment)));
    points.push(point(x, y));
  }
  points.push(point(WIDTH, heightOf(last.sentiment)));
  return points.join(" ");
}

function heightOf({ direction, confidence }: Revision["sentiment"]): number {
  return (HEIGHT / 2) * (1 - SIGN[direction] * confidence);
}

function point(x: number, y: number): string {
  return `${x.toFixed(1)},${y.toFixed(1)}`;
}
