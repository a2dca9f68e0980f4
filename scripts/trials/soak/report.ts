/** The tables of a soak, and whether it passed. */
import { print, row } from "#scripts/bench/shared/report.ts";
import type { Count } from "./load/tally.ts";
import type { Series } from "./sampler.ts";
import { type Allowance, isFlat, type Trend, trendOf } from "./statistics.ts";

/** Figures without an allowance grow by design, and are shown only: journals, histories and logs on disk. */
const ALLOWANCES: Readonly<Record<string, Allowance>> = {
  "resident MB": { share: 0.15, amount: 16 },
  "heap MB": { share: 0.15, amount: 8 },
  "old heap MB": { share: 0.15, amount: 8 },
  "data MB": { share: 0.15, amount: 4 },
  files: { share: 0, amount: 4 },
  sockets: { share: 0.05, amount: 6 },
  threads: { share: 0, amount: 2 },
  connections: { share: 0, amount: 2 },
};
/** Seconds of CPU grow with time; their slope is the share of a core. */
const CPU = "CPU s";
const HOUR_S = 3_600;

export type Line = {
  owner: string;
  figure: string;
  trend: Trend;
  /** Undefined for a figure that may grow. */
  flat: boolean | undefined;
};

export type Outcome = {
  startedAt: string;
  minutes: number;
  /** Stream clients that were open at any time. */
  streams: number;
  /** The processor's name. */
  cpu: string;
  lines: Line[];
  /** Share of one core that each process used. */
  cores: Record<string, number>;
  load: Record<string, Count>;
  problems: Record<string, number>;
  passed: boolean;
};

export function linesOf(series: Series): Line[] {
  return [...series].flatMap(([owner, figures]) =>
    [...figures].flatMap(([figure, points]) => {
      const trend = figure === CPU ? undefined : trendOf(points);
      if (trend === undefined) return [];
      const allowance = ALLOWANCES[figure];
      return [{ owner, figure, trend, flat: allowance && isFlat(trend, allowance) }];
    }),
  );
}

export function coresOf(series: Series): Record<string, number> {
  return Object.fromEntries(
    [...series].flatMap(([owner, figures]) => {
      const trend = trendOf(figures.get(CPU) ?? []);
      return trend === undefined ? [] : [[owner, trend.perHour / HOUR_S]];
    }),
  );
}

export function printTrends(lines: readonly Line[], cores: Record<string, number>): void {
  print();
  row("after the warm-up: medians of a sixth", "first", "last", "a hour", "");
  for (const { owner, figure, trend, flat } of lines) {
    const verdict = flat === undefined ? "" : flat ? "flat" : "GROWS";
    const figures = [trend.first, trend.last, trend.perHour].map((value) => value.toFixed(1));
    row(`  ${owner}, ${figure}`, ...figures, verdict);
  }
  const shares = Object.entries(cores).map(([name, share]) => `${name} ${percent(share)}`);
  const all = Object.values(cores).reduce((sum, share) => sum + share, 0);
  print(`  of one core: ${shares.join(", ")}; together ${percent(all)}`);
}

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;

export function printLoad(load: ReadonlyMap<string, Count>): void {
  print();
  row("load", "done", "failed", "left out");
  for (const [kind, { done, failed, skipped, reasons }] of load) {
    row(`  ${kind}`, ...[done, failed, skipped].map(String));
    for (const [reason, times] of Object.entries(reasons)) print(`      ${times} × ${reason}`);
  }
}
