"use client";

import { changeBetween, linesOf } from "#components/catalysts/pictures/bar-lines.ts";
import { pointAt } from "#components/catalysts/pictures/geometry.ts";
import { readMarkBars } from "#components/catalysts/pictures/use-mark-bars.ts";
import type { Answer } from "#components/data/http.ts";
import { type Repeated, useRepeatedRead } from "#components/data/use-repeated-read.ts";
import { HOUR_MS, MINUTE_MS } from "#lib/protocol/durations.ts";
import type { CalendarItem } from "#lib/protocol/wire/calendar.ts";

/** Changes as rates by the id of the release; a release without stored prices has none. */
export type Changes = ReadonlyMap<string, string>;

/** Reads once, from stored bars, how the price changed in the hour after each release. A release without a time of day has no change. */
export function useHourAfter(
  market: string | undefined,
  releases: readonly CalendarItem[],
): Repeated<Changes> {
  const timed = releases.filter(({ precision }) => precision === "minute");
  const ids = timed.map(({ id, scheduled_at: at }) => `${id} ${at}`).join();
  return useRepeatedRead(
    market === undefined || timed.length === 0 ? undefined : `${market} ${ids}`,
    (signal) => readChanges(market ?? "", timed, signal),
    undefined,
  );
}

async function readChanges(
  market: string,
  releases: readonly CalendarItem[],
  signal: AbortSignal,
): Promise<Answer<Changes>> {
  const changes = new Map<string, string>();
  const answers = await Promise.all(
    releases.map(async ({ id, scheduled_at: scheduled }) => {
      const at = Date.parse(scheduled);
      const span = { from: at - MINUTE_MS, to: at + HOUR_MS };
      const answer = await readMarkBars(market, span, signal);
      if (!answer.ok) return answer;
      const lines = linesOf(answer.body.results, span, span.to);
      const [before, after] = [pointAt(lines, at), pointAt(lines, at + HOUR_MS)];
      // An hour that is not over has no end yet.
      const isOver = after?.at === at + HOUR_MS;
      const change = before && isOver ? changeBetween(before.price, after.price) : undefined;
      if (change !== undefined) changes.set(id, change);
      return answer;
    }),
  );
  const failed = answers.find((answer) => !answer.ok);
  return failed?.ok === false ? failed : { ok: true, status: 200, body: changes };
}
