/** What the filters of webhooks can name: markets of the venue, and assets of markets, swaps and news. */
import { ASSETS } from "#lib/catalysts/news/reading/asset-graph.ts";
import { SWAP_ASSETS } from "#lib/protocol/enumerations.ts";
import { marketData } from "#lib/trading/market-data/market-hub.ts";
import type { FilterSources } from "#lib/webhooks/manage/check-filter.ts";

export const filterSources: FilterSources = {
  markets: () => marketData().markets(),
  assets: [...ASSETS.map(({ symbol }) => symbol), ...SWAP_ASSETS],
};
