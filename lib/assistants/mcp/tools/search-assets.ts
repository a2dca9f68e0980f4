import "server-only";
import { z } from "zod";
import type { Asset, Market } from "#lib/protocol/wire/market.ts";
import { marketData } from "#lib/trading/market-data/market-hub.ts";
import { isCalled, similarMarkets } from "./_asset-names.ts";
import { defineTool } from "./define-tool.ts";

const FoundAsset = z.strictObject({
  symbol: z.string(),
  decimals: z.int().describe("Decimals of its amounts"),
  base_of: z.array(z.string()).describe("Markets that trade it"),
  quote_of: z.array(z.string()).describe("Markets that are priced in it"),
});

export const searchAssets = defineTool({
  name: "search_assets",
  title: "Search Assets",
  description:
    "Finds assets by symbol or name, with the markets that trade each one. Use it to get the market symbol that other tools take, such as BTCUSDC for bitcoin.",
  scope: "read:market",
  annotations: {
    readOnlyHint: true,
    destructiveHint: false,
    idempotentHint: true,
    openWorldHint: false,
  },
  input: z.strictObject({
    query: z
      .string()
      .max(64)
      .optional()
      .describe("Part of a symbol, or a name such as bitcoin, in any case; without it all assets"),
  }),
  output: z.strictObject({
    assets: z.array(FoundAsset),
    did_you_mean: z.array(z.string()).describe("Similar markets when nothing was found"),
  }),
  run: async (_context, { query = "" }) => {
    const wanted = query.trim();
    const markets = await marketData().markets();
    const assets = assetsOf(markets).filter((asset) => matches(asset, wanted));
    const similar = assets.length === 0 ? similarMarkets(markets, wanted) : [];
    return { assets, did_you_mean: similar };
  },
});

function assetsOf(markets: readonly Market[]): z.output<typeof FoundAsset>[] {
  const found = new Map<string, z.output<typeof FoundAsset>>();
  const note = ({ symbol, decimals }: Asset) => {
    const asset = found.get(symbol) ?? { symbol, decimals, base_of: [], quote_of: [] };
    found.set(symbol, asset);
    return asset;
  };
  for (const market of markets) {
    note(market.base_asset).base_of.push(market.symbol);
    note(market.quote_asset).quote_of.push(market.symbol);
  }
  return [...found.values()];
}

function matches(asset: z.output<typeof FoundAsset>, wanted: string): boolean {
  return isCalled(asset.symbol, wanted) || asset.base_of.some((market) => isCalled(market, wanted));
}
