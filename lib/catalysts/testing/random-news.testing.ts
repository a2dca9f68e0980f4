/**
 * Seeded histories of news: stories with paraphrases, the same text at other addresses, changed
 * texts, and news without a story.
 */
import { chanceOf } from "#lib/kernel/random.testing.ts";
import type { GivenItem } from "./stored-news.testing.ts";

const EXCHANGES = ["Kraken", "Binance", "Bybit", "Upbit", "Coinbase"];
const ASSETS = ["Solana", "Bitcoin", "Ethereum", "Cardano"];
const FORMS = [
  (one: string, asset: string, sum: number) => `${one} hacked, $${sum} million of ${asset} stolen`,
  (one: string, asset: string, sum: number) => `Hackers drain $${sum}M in ${asset} from ${one}`,
  (one: string, asset: string, sum: number) =>
    `${one} halts ${asset} after theft of $${sum} million`,
  (one: string, asset: string) => `${one} lists ${asset} perpetual futures`,
  (one: string, asset: string) => `${one} adds ${asset} trading pairs`,
  (one: string) => `${one} denies it was hacked`,
  (_: string, asset: string) => `${asset} falls 5% in quiet trading`,
];

export type NewsBatch = { minutes: number; items: GivenItem[] };

/** Batches over some days, so that stories end and new ones start. */
export function randomNews(seed: number, batches: number): NewsBatch[] {
  const { below, pick } = chanceOf(seed);
  let minutes = 0;
  return Array.from({ length: batches }, () => {
    minutes += pick([0, 1, 5, 30, 240]);
    const items = Array.from({ length: 1 + below(4) }, () => ({
      url: `https://site${below(3)}.example/${below(60)}`,
      headline: pick(FORMS)(pick(EXCHANGES), pick(ASSETS), pick([5, 6, 50, 120])),
      summary: pick(["", "", "More details follow after a review of the matter."]),
    }));
    return { minutes, items };
  });
}
