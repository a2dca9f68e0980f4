/**
 * The curated graph of assets: their names in three languages, who is behind them, and how large
 * they are.
 */
import graph from "./asset-graph.json" with { type: "json" };

export type GraphAsset = {
  symbol: string;
  /** From 1 (the largest assets) to 3. */
  tier: number;
  chain: string | null;
  /** A stablecoin of one dollar, which mostly appears as the unit of an amount. */
  stable: boolean;
  /** Names that always mean the asset. */
  names: string[];
  /**
   * Names that also mean something else: they count only when capitalised and beside a market word.
   */
  common: string[];
  issuers: string[];
  people: string[];
  /** Names that are less directly related to it. */
  linked: string[];
  /** Phrases that contain one of its names but mean something else. */
  blocked: string[];
};

export const ASSETS: readonly GraphAsset[] = graph.assets;

/** The size of each tier. */
const CAPS = [1, 0.6, 0.3];

/**
 * The size from 0 to 1 by market capitalisation; undefined for an asset that is not in the graph.
 */
export function findCap(symbol: string): number | undefined {
  const tier = ASSETS.find((asset) => asset.symbol === symbol)?.tier;
  return tier === undefined ? undefined : CAPS[tier - 1];
}
