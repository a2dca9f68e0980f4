import "server-only";
import { z } from "zod";
import type { Asset, Market } from "#lib/protocol/wire/market.ts";
import { marketData } from "#lib/trading/market-data/market-hub.ts";
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
    "Finds assets by symbol, with the markets that trade each one. Use it to get the market symbol that other tools take, such as BTCUSDC for BTC. It searches symbols, not names such as bitcoin.",
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
      .describe("Part of the symbol of an asset or market, in any case; without it all assets"),
  }),
  output: z.strictObject({ assets: z.array(FoundAsset) }),
  run: async (_context, { query = "" }) => {
    const wanted = query.trim().toUpperCase();
    const assets = assetsOf(await marketData().markets());
    return { assets: assets.filter((asset) => matches(asset, wanted)) };
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
  const names = [asset.symbol, ...asset.base_of];
  return names.some((name) => name.toUpperCase().includes(wanted));
}
