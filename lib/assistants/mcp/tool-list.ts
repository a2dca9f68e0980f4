/** The tools of the assistant endpoint, in the order in which `tools/list` names them. */
import type { Tool } from "./define-tool.ts";
import { cancelStagedOrder } from "./tools/cancel-staged-order.ts";
import { getCandles } from "./tools/get-candles.ts";
import { getMarketStats } from "./tools/get-market-stats.ts";
import { getOrderbook } from "./tools/get-orderbook.ts";
import { getPositions } from "./tools/get-positions.ts";
import { getPrice } from "./tools/get-price.ts";
import { getStagedOrder } from "./tools/get-staged-order.ts";
import { getUserContext } from "./tools/get-user-context.ts";
import { listMarkets } from "./tools/list-markets.ts";
import { searchAssets } from "./tools/search-assets.ts";
import { stageOrder } from "./tools/stage-order.ts";

export const TOOLS: readonly Tool[] = [
  searchAssets,
  getPrice,
  listMarkets,
  getMarketStats,
  getOrderbook,
  getCandles,
  getPositions,
  getUserContext,
  stageOrder,
  getStagedOrder,
  cancelStagedOrder,
];
