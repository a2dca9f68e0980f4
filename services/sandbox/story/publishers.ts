/** The simulated publishers. Their names are invented, and each of their pages says that it is simulated. */

export type Publisher = {
  slug: string;
  name: string;
  /** How far its word counts alone, from 0 to 1. */
  authority: number;
  format: "rss" | "atom" | "json";
};

export const PUBLISHERS: readonly Publisher[] = [
  { slug: "meridian-wire", name: "Meridian Wire (simulated)", authority: 0.9, format: "rss" },
  { slug: "ledger-courier", name: "Ledger Courier (simulated)", authority: 0.8, format: "rss" },
  { slug: "basis-daily", name: "Basis Daily (simulated)", authority: 0.7, format: "atom" },
  { slug: "token-gazette", name: "Token Gazette (simulated)", authority: 0.6, format: "rss" },
  { slug: "chain-signals", name: "Chain Signals (simulated)", authority: 0.5, format: "json" },
  { slug: "rumour-mill", name: "Rumour Mill (simulated)", authority: 0.2, format: "rss" },
];

/** Believed only with a second voice. */
export const WEAK_PUBLISHER = "rumour-mill";
export const STRONG_PUBLISHERS: readonly string[] = PUBLISHERS.map(({ slug }) => slug).filter(
  (slug) => slug !== WEAK_PUBLISHER,
);

/** The path of a publisher's feed. */
export function feedPath({ slug, format }: Publisher): string {
  return `/wire/${slug}.${format}`;
}
