/** The tools of the assistant endpoint, in the order in which `tools/list` names them. */

import { cancelStagedOrder } from "./cancel-staged-order.ts";
import type { Tool } from "./define-tool.ts";
import { getCandles } from "./get-candles.ts";
import { getMarketStats } from "./get-market-stats.ts";
import { getOrderbook } from "./get-orderbook.ts";
import { getPoints } from "./get-points.ts";
import { getPositions } from "./get-positions.ts";
import { getPrice } from "./get-price.ts";
import { getStagedOrder } from "./get-staged-order.ts";
import { getUserContext } from "./get-user-context.ts";
import { listMarkets } from "./list-markets.ts";
import { listPointsHistory } from "./list-points-history.ts";
import { searchAssets } from "./search-assets.ts";
import { stageOrder } from "./stage-order.ts";

export const TOOLS: readonly Tool[] = [
  searchAssets,
  getPrice,
  listMarkets,
  getMarketStats,
  getOrderbook,
  getCandles,
  getPositions,
  getPoints,
  listPointsHistory,
  getUserContext,
  stageOrder,
  getStagedOrder,
  cancelStagedOrder,
];
