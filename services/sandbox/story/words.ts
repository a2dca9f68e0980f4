/** The words that an event's texts share: the same exchange, amount and day in every report of it. */
import { DAY_MS } from "#lib/protocol/durations.ts";
import type { Random } from "#services/sandbox/seed/random.ts";
import { EXCHANGES, PARTNERS, REGULATORS, type StoryAsset } from "./cast.ts";
import type { StoryDirection } from "./story.ts";

const MONTHS = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];

/** What each `{name}` of a template stands for, in each of the ways in which it can be written. */
export type Words = Readonly<Record<string, readonly string[]>>;

export function drawWords(
  random: Random,
  of: { asset: StoryAsset; direction: StoryDirection; at: number },
): Words {
  const { asset } = of;
  const one = (list: readonly string[]) => [list[random.below(list.length)] ?? ""];
  const amount = random.between(3, 240);
  const expected = random.between(21, 42);
  const gap = random.between(2, 6);
  const actual = of.direction === "negative" ? expected + gap : expected - gap;
  const share = random.between(8, 90);
  const date = new Date(of.at + random.between(1, 12) * DAY_MS);
  return {
    asset: [asset.name],
    ticker: [asset.ticker],
    foundation: [asset.foundation],
    protocol: one(asset.protocols),
    exchange: one(EXCHANGES),
    regulator: one(REGULATORS),
    partner: one(PARTNERS),
    amount: [`$${amount} million`, `$${amount}M`, `${amount} million dollars`],
    actual: percent(actual),
    expected: percent(expected),
    share: percent(share),
    date: [dayText(date, "long"), dayText(date, "short")],
  };
}

/** A size as a recap writes it. */
export function moveWords(asset: StoryAsset, size: number): Words {
  const tenths = Math.round(Math.abs(size) * 1000);
  return { asset: [asset.name], ticker: [asset.ticker], move: percent(tenths) };
}

/** @throws RangeError for a name that has no word */
export function fillTemplate(template: string, words: Words, random: Random): string {
  return template.replace(/\{([a-z]+)\}/g, (_, name: string) => {
    const ways = words[name];
    if (ways === undefined) throw new RangeError(`no word for {${name}}`);
    return ways[random.below(ways.length)] ?? "";
  });
}

function percent(tenths: number): string[] {
  const text = (tenths / 10).toFixed(1);
  return [`${text} %`, `${text}%`];
}

function dayText(date: Date, month: "long" | "short"): string {
  const name = MONTHS[date.getUTCMonth()] ?? "";
  const day = date.getUTCDate();
  return month === "long" ? `${day} ${name}` : `${name.slice(0, 3)} ${day}`;
}
