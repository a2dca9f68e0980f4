import { marketData } from "#lib/market-data/hub.ts";
import type { McpResource } from "#lib/mcp/define-resource.ts";
import { listed } from "#lib/mcp/listed-market.ts";

export const marketsResource: McpResource = {
  uri: "svc://markets",
  name: "markets",
  title: "Markets",
  description: "All markets of the venue with their rules, as list_markets tells them.",
  mimeType: "application/json",
  scope: "read:market",
  ttlMs: 10_000,
  isShared: true,
  read: async () => {
    const markets = await marketData().markets();
    return JSON.stringify({ markets: markets.map(listed) });
  },
};
