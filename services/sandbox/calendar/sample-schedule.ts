/**
 * The sample schedule: months of releases around now, and a flash figure every 20 minutes, so that a heads-up and a print are never far. Each
 * value follows from the seed and its place alone.
 */
import { HOUR_MS } from "#lib/protocol/durations.ts";
import type { CalendarKind } from "#lib/protocol/market-knowledge.ts";
import { GAUSSIAN_UNIT, Random } from "#services/sandbox/seed/random.ts";
import { newYorkTime } from "./new-york.ts";
import type { SampleItem } from "./sample-item.ts";

const PAST_MONTHS = 13;
const FUTURE_MONTHS = 2;
const FLASH_MS = 20 * 60_000;
const FLASH_PAST_MS = 48 * HOUR_MS;
const FLASH_FUTURE_MS = 3 * HOUR_MS;
const MAX_PRINT_DELAY_MS = 1_500;
const MONTHS =
  "January February March April May June July August September October November December".split(
    " ",
  );

type Series = {
  kind: CalendarKind;
  title: string;
  /** Day of the month; a weekend goes to the next Monday. Local hours and minutes of New York. */
  day: number;
  hour: number;
  minute: number;
  figures?: Figures;
};

/** In units of `10 ** -decimals`. */
type Figures = { unit: string; decimals: number; middle: number; spread: number; surprise: number };

const percent = (middle: number, spread: number, surprise: number): Figures => ({
  unit: "%",
  decimals: 1,
  middle,
  spread,
  surprise,
});

const SERIES: readonly Series[] = [
  {
    kind: "ism",
    title: "ISM manufacturing PMI",
    day: 2,
    hour: 10,
    minute: 0,
    figures: { unit: "points", decimals: 1, middle: 500, spread: 15, surprise: 8 },
  },
  {
    kind: "nfp",
    title: "non-farm payrolls",
    day: 5,
    hour: 8,
    minute: 30,
    figures: { unit: "K", decimals: 0, middle: 160, spread: 50, surprise: 40 },
  },
  { kind: "cpi", title: "CPI y/y", day: 12, hour: 8, minute: 30, figures: percent(30, 3, 1) },
  { kind: "ppi", title: "PPI m/m", day: 14, hour: 8, minute: 30, figures: percent(2, 2, 1) },
  {
    kind: "fomc",
    title: "Fed funds rate",
    day: 18,
    hour: 14,
    minute: 0,
    figures: { unit: "%", decimals: 2, middle: 425, spread: 25, surprise: 8 },
  },
  { kind: "central_bank_speech", title: "Fed chair speaks", day: 21, hour: 13, minute: 0 },
  {
    kind: "regulator_crypto",
    title: "SEC decision on a Solana ETF",
    day: 24,
    hour: 0,
    minute: 0,
  },
  { kind: "pce", title: "core PCE m/m", day: 27, hour: 8, minute: 30, figures: percent(2, 1, 1) },
  { kind: "gdp", title: "GDP q/q", day: 28, hour: 8, minute: 30, figures: percent(22, 8, 4) },
];

/** The schedule of one seed, made again only when another item comes into it: readers ask each second while a number is due. */
export class SampleSchedule {
  readonly #seed: string;
  #made: { of: string; items: readonly SampleItem[] } | undefined;

  constructor(seed: string) {
    this.#seed = seed;
  }

  /** @param now Unix milliseconds */
  at(now: number): readonly SampleItem[] {
    const { first, last } = flashSlots(now);
    const of = `${Math.floor(monthOf(now))}:${first}:${last}`;
    if (this.#made?.of !== of) this.#made = { of, items: sampleSchedule(this.#seed, now) };
    return this.#made.items;
  }
}

export function sampleSchedule(seed: string, now: number): SampleItem[] {
  const month = Math.floor(monthOf(now));
  const months = Array.from(
    { length: PAST_MONTHS + FUTURE_MONTHS + 1 },
    (_, index) => month - PAST_MONTHS + index,
  );
  return [
    ...months.flatMap((one) => SERIES.map((series) => monthly(seed, series, one))),
    ...flashes(seed, now),
  ];
}

/** Months since the year 0. */
function monthOf(time: number): number {
  const date = new Date(time);
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
}

function monthly(seed: string, series: Series, month: number): SampleItem {
  const { kind, title, hour, minute, figures } = series;
  const [year, index] = [Math.floor(month / 12), month % 12];
  const isDay = kind === "regulator_crypto";
  const day = workday(year, index, series.day);
  const at = isDay
    ? Date.UTC(year, index, day)
    : newYorkTime({ year, month: index, day, hour, minute });
  const about = new Date(Date.UTC(year, index - 1));
  const period = about.toISOString().slice(0, 7);
  const monthText = `${MONTHS[about.getUTCMonth()]} ${about.getUTCFullYear()}`;
  return {
    id: `${kind}-${year}-${String(index + 1).padStart(2, "0")}`,
    kind,
    title: figures === undefined ? `Sample: ${title}` : `Sample: ${title} for ${monthText}`,
    country: "US",
    at,
    isDay,
    period: figures === undefined ? null : period,
    ...figuresOf(`${seed}/calendar/${kind}`, month, figures),
    printsAt: figures === undefined ? null : at + delayOf(`${seed}/${kind}/${month}`),
    isCancelled: false,
  };
}

function workday(year: number, month: number, day: number): number {
  const weekday = new Date(Date.UTC(year, month, day)).getUTCDay();
  if (weekday === 6) return day + 2;
  return weekday === 0 ? day + 1 : day;
}

function flashSlots(now: number): { first: number; last: number } {
  const first = Math.ceil((now - FLASH_PAST_MS) / FLASH_MS);
  return { first, last: Math.floor((now + FLASH_FUTURE_MS) / FLASH_MS) };
}

function flashes(seed: string, now: number): SampleItem[] {
  const { first, last } = flashSlots(now);
  const measured = SERIES.filter(({ figures }) => figures !== undefined);
  return Array.from({ length: last - first + 1 }, (_, index) => first + index).flatMap((slot) => {
    const series = measured[slot % measured.length];
    if (series === undefined) return [];
    const at = slot * FLASH_MS;
    const round = Math.floor(slot / measured.length);
    const { kind, title, figures } = series;
    return {
      id: `flash-${kind}-${slot}`,
      kind,
      title: `Sample: flash ${title}`,
      country: "US",
      at,
      isDay: false,
      period: null,
      ...figuresOf(`${seed}/calendar/flash/${kind}`, round, figures),
      printsAt: at + delayOf(`${seed}/flash/${slot}`),
      isCancelled: false,
    };
  });
}

type Numbers = Pick<SampleItem, "unit" | "forecast" | "previous" | "actual">;

function figuresOf(seed: string, index: number, figures: Figures | undefined): Numbers {
  if (figures === undefined) return { unit: null, forecast: null, previous: null, actual: null };
  const { unit, decimals } = figures;
  const valueAt = (one: number) => {
    const random = Random.fromSeed(`${seed}/${one}`);
    const drawn = (deviation: number) =>
      Math.round((random.gaussian() * deviation) / GAUSSIAN_UNIT);
    const actual = figures.middle + drawn(figures.spread);
    return { actual, forecast: actual - drawn(figures.surprise) };
  };
  const { actual, forecast } = valueAt(index);
  const text = (value: number) => (value / 10 ** decimals).toFixed(decimals);
  return {
    unit,
    actual: text(actual),
    forecast: text(forecast),
    previous: text(valueAt(index - 1).actual),
  };
}

function delayOf(seed: string): number {
  return Random.fromSeed(seed).below(MAX_PRINT_DELAY_MS);
}
