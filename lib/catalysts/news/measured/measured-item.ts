/**
 * News that the service measures itself. It describes market mechanics, so it is a recap: it
 * neither supports a catalyst nor causes a move.
 */

import { makeNewsId } from "#lib/catalysts/news/deduplication/canonical-url.ts";
import type { ReadItem } from "#lib/catalysts/news/model/second-opinion.ts";
import { computeSimhash, formatHex } from "#lib/catalysts/news/reading/simhash.ts";
import type { NewsSource } from "#lib/catalysts/news/sources/news-source.ts";

export type Measured = {
  items: ReadItem[];
  /** Where the next read continues; null: it depends on the time only. */
  cursor: string | null;
  /** Why some accounts could not be read; null: all were read. */
  error: string | null;
};

/**
 * Reads a measured source.
 * @param cursor of the previous read; null before the first
 * @param now Unix milliseconds
 * @throws FetchFailure, or the database's error
 */
export type Measure = (cursor: string | null, now: number) => Promise<Measured>;

export type Measurement = {
  /**
   * The page that shows it. With its parameters it is the item's unique address, from which the id
   * is made.
   */
  page: string;
  parameters: Record<string, string>;
  asset: string;
  headline: string;
  summary: string;
  /** When the event ended, Unix milliseconds. */
  at: number;
  /** For a change on the chain: how unusual it is, from 0 to 1. */
  onchain?: number;
};

export function measuredItem(measurement: Measurement, { publisher }: NewsSource): ReadItem {
  const { page, parameters, asset, headline, summary, at, onchain } = measurement;
  const url = new URL(page);
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  const id = makeNewsId(url);
  const item = { id, url: url.href, publisher, headline, summary, publishedAt: at };
  const nothing = { exchanges: [], amounts: [], days: [], actors: [] };
  const reading = {
    role: "recap" as const,
    type: null,
    typeScore: 0,
    sentiment: { direction: "neutral" as const, confidence: 0 },
    assets: [{ asset, weight: 1 }],
    details: onchain === undefined ? nothing : { ...nothing, onchain },
    // Each measurement is its own voice, however similar the texts are.
    simhash: formatHex(computeSimhash([id])),
    words: [],
  };
  return { item, reading, model: null };
}

/** Writes the number in groups of three digits. */
export function spoken(whole: bigint): string {
  return whole.toString().replace(/\B(?=(?:\d{3})+$)/g, ",");
}
