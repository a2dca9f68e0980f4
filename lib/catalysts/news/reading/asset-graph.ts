/** The curated graph of assets: their names in three languages, who stands behind them, and how large they are. */
import graph from "./asset-graph.json" with { type: "json" };

export type GraphAsset = {
  symbol: string;
  /** 1: the largest ones, to 3. */
  tier: number;
  chain: string | null;
  /** Its price is one dollar: mostly it is the unit of an amount. */
  stable: boolean;
  /** They mean the asset wherever they stand. */
  names: string[];
  /** Words that also mean something else: they count in capitals and beside a market word. */
  common: string[];
  issuers: string[];
  people: string[];
  /** What touches it less directly. */
  linked: string[];
  /** What looks like a name of it and is none. */
  blocked: string[];
};

export const ASSETS: readonly GraphAsset[] = graph.assets;

/** Of each tier. */
const CAPS = [1, 0.6, 0.3];

/** From 0 to 1 by market capitalisation; undefined for an asset that the graph does not have. */
export function capOf(symbol: string): number | undefined {
  const tier = ASSETS.find((asset) => asset.symbol === symbol)?.tier;
  return tier === undefined ? undefined : CAPS[tier - 1];
}
