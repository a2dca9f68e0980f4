/** News that the service measures itself. It tells of mechanics, so it is a recap: no catalyst rests on it, and it causes nothing. */
import type { NewsSource } from "#lib/catalysts/news/fetching/news-source.ts";
import type { ReadItem } from "#lib/catalysts/news/model/second-opinion.ts";
import { hexOf, simhashOf } from "#lib/catalysts/news/reading/simhash.ts";
import { newsIdOf } from "#lib/catalysts/news/sameness/canonical-url.ts";

export type Measured = {
  items: ReadItem[];
  /** Where the next read goes on; null: it follows from the time. */
  cursor: string | null;
  /** What could not be read beside it; null: nothing. */
  error: string | null;
};

/**
 * A source that is measured. @param cursor of the read before; null before the first. @param now Unix milliseconds
 * @throws FetchFailure, or the database's error
 */
export type Measure = (cursor: string | null, now: number) => Promise<Measured>;

export type Measurement = {
  /** A page that shows it; with the parameters that tell it from others, it is the item's address and so its id. */
  page: string;
  parameters: Record<string, string>;
  asset: string;
  headline: string;
  summary: string;
  /** When it ended, Unix milliseconds. */
  at: number;
  /** Of a change on the chain, from 0 to 1: how unusual it is. */
  onchain?: number;
};

export function measuredItem(measurement: Measurement, { publisher }: NewsSource): ReadItem {
  const { page, parameters, asset, headline, summary, at, onchain } = measurement;
  const url = new URL(page);
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  const id = newsIdOf(url);
  const item = { id, url: url.href, publisher, headline, summary, publishedAt: at };
  const nothing = { exchanges: [], amounts: [], days: [], actors: [] };
  const reading = {
    role: "recap" as const,
    type: null,
    typeScore: 0,
    sentiment: { direction: "neutral" as const, confidence: 0 },
    assets: [{ asset, weight: 1 }],
    details: onchain === undefined ? nothing : { ...nothing, onchain },
    // Each measurement is a voice of its own, however alike their texts are.
    simhash: hexOf(simhashOf([id])),
    words: [],
  };
  return { item, reading, model: null };
}

/** Groups of three digits. */
export function spoken(whole: bigint): string {
  return whole.toString().replace(/\B(?=(?:\d{3})+$)/g, ",");
}
