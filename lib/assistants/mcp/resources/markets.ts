import { listed } from "#lib/assistants/mcp/tools/listed-market.ts";
import { marketData } from "#lib/trading/market-data/market-hub.ts";
import type { McpResource } from "./define-resource.ts";

export const marketsResource: McpResource = {
  uri: "svc://markets",
  name: "markets",
  title: "Markets",
  description: "All markets with their rules, as list_markets returns them.",
  mimeType: "application/json",
  scope: "read:market",
  ttlMs: 10_000,
  isShared: true,
  read: async () => {
    const markets = await marketData().markets();
    return JSON.stringify({ markets: markets.map(listed) });
  },
};
