"use client";

import { type RefObject, useEffect, useRef, useState } from "react";
import { useResource } from "#components/data/use-resource.ts";
import { useFormat, useLocale, useText } from "#components/i18n/i18n-provider.tsx";
import { INTL_LOCALE } from "#components/i18n/locales.ts";
import type { KeyUsageDays } from "#lib/protocol/wire/machine-keys.ts";

const WIDTH = 180;
const HEIGHT = 32;
const GAP = 1;

/** Daily usage of a key. `url` returns `{days:[{day, outcomes}]}`; it is read when the chart scrolls into view. */
export function Usage({ url }: { url: string }) {
  const text = useText("keys");
  const box = useRef<HTMLDivElement>(null);
  const isSeen = useSeen(box);
  const { data, error } = useResource<KeyUsageDays>(isSeen ? url : undefined);
  return (
    <div ref={box} className="flex flex-col justify-end gap-1">
      {data !== undefined ? (
        <UsageBars days={data.days} />
      ) : error !== undefined ? (
        <p className="text-2xs text-warn">{text("usageFailed")}</p>
      ) : (
        <output
          aria-label={text("usageLoading")}
          className="!block h-8 w-45 animate-pulse rounded-sm bg-raised"
        />
      )}
    </div>
  );
}

function UsageBars({ days }: { days: readonly UsageDay[] }) {
  const text = useText("keys");
  const format = useFormat();
  const { total, refused, outcomes, bars } = totalsOf(days);
  if (total === 0) return <p className="text-2xs text-ink-faint">{text("usageNone")}</p>;
  const summary = text("usageOf", { count: total, refused });
  const width = WIDTH / Math.max(1, bars.length);
  return (
    <details className="group">
      <summary className="cursor-pointer list-none rounded pointer-coarse:min-h-11">
        <svg
          role="img"
          aria-label={text("usage")}
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          className="h-8 w-45 rtl:-scale-x-100"
        >
          {/* The base line, without which single bars would float. */}
          <path d={`M0 ${HEIGHT - 0.5}H${WIDTH}`} className="stroke-(--line-strong)" />
          {bars.map((bar, index) => (
            <g key={bar.day}>
              <title>{`${format.date(Date.parse(bar.day))}: ${bar.ok + bar.refused}`}</title>
              <rect
                className="fill-(--accent)"
                x={index * width}
                y={HEIGHT - bar.okShare * HEIGHT}
                width={width - GAP}
                height={bar.okShare * HEIGHT}
              />
              <rect
                className="fill-(--warn)"
                x={index * width}
                y={HEIGHT - (bar.okShare + bar.refusedShare) * HEIGHT}
                width={width - GAP}
                height={bar.refusedShare * HEIGHT}
              />
            </g>
          ))}
        </svg>
        <Axis bars={bars} />
        <span className="block text-2xs text-ink-muted underline decoration-dotted">{summary}</span>
      </summary>
      <table className="mt-1 text-2xs">
        <thead className="sr-only">
          <tr>
            <th scope="col">{text("outcome")}</th>
            <th scope="col">{text("requests")}</th>
          </tr>
        </thead>
        <tbody>
          {outcomes.map(([outcome, count]) => (
            <tr key={outcome}>
              <td className="pe-3">
                {outcome === "ok" ? text("usageOk") : <code dir="ltr">{outcome}</code>}
              </td>
              <td className="text-end">{format.integer(count)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

/** The first and the last day, below the bars. */
function Axis({ bars }: { bars: readonly Bar[] }) {
  const locale = useLocale();
  // The days are of UTC.
  const shortDay = new Intl.DateTimeFormat(locale === "en" ? "en-GB" : INTL_LOCALE[locale], {
    day: "numeric",
    month: "short",
    timeZone: "UTC",
  });
  const ends = bars.length < 2 ? bars : [bars.at(0), bars.at(-1)];
  return (
    <span aria-hidden className="flex w-45 justify-between text-2xs text-ink-muted">
      {ends.map((bar) =>
        bar === undefined ? null : (
          <span key={bar.day}>{shortDay.format(Date.parse(bar.day))}</span>
        ),
      )}
    </span>
  );
}

/** True once the element was on the screen. */
function useSeen(element: RefObject<HTMLElement | null>): boolean {
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    const watched = element.current;
    if (watched === null || isSeen) return;
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true);
    });
    observer.observe(watched);
    return () => observer.disconnect();
  }, [element, isSeen]);
  return isSeen;
}

type UsageDay = KeyUsageDays["days"][number];

type Bar = {
  day: string;
  ok: number;
  refused: number;
  /** Relative to the busiest day, 0 to 1. */
  okShare: number;
  refusedShare: number;
};

type UsageTotals = {
  total: number;
  refused: number;
  /** `ok` first, then refusals, the most frequent first. */
  outcomes: readonly (readonly [outcome: string, count: number])[];
  bars: readonly Bar[];
};

/** Makes a day with few requests visible beside a busy one. */
const MIN_SHARE = 0.06;

function totalsOf(days: readonly UsageDay[]): UsageTotals {
  const sums = new Map<string, number>();
  for (const { outcomes } of days) {
    for (const [outcome, count] of Object.entries(outcomes)) {
      sums.set(outcome, (sums.get(outcome) ?? 0) + count);
    }
  }
  const plain = days.map(({ day, outcomes }) => {
    const all = Object.values(outcomes).reduce((sum, count) => sum + count, 0);
    const ok = outcomes["ok"] ?? 0;
    return { day, ok, refused: all - ok };
  });
  const busiest = Math.max(1, ...plain.map(({ ok, refused }) => ok + refused));
  const share = (count: number) => (count === 0 ? 0 : Math.max(MIN_SHARE, count / busiest));
  const total = plain.reduce((sum, { ok, refused }) => sum + ok + refused, 0);
  return {
    total,
    refused: total - (sums.get("ok") ?? 0),
    outcomes: [...sums].toSorted(
      ([one, many], [other, more]) => Number(other === "ok") - Number(one === "ok") || more - many,
    ),
    bars: plain.map((bar) => {
      const okShare = Math.min(share(bar.ok), 1 - share(bar.refused) || 0);
      return { ...bar, okShare, refusedShare: share(bar.refused) };
    }),
  };
}
