/** The tools of the assistant endpoint, in the order in which `tools/list` names them. */

import { cancelStagedOrder } from "./cancel-staged-order.ts";
import type { Tool } from "./define-tool.ts";
import { deletePriceAlert } from "./delete-price-alert.ts";
import { explainPriceMove } from "./explain-price-move.ts";
import { getAccountHistory } from "./get-account-history.ts";
import { getCandles } from "./get-candles.ts";
import { getCatalyst } from "./get-catalyst.ts";
import { getMarketStats } from "./get-market-stats.ts";
import { getOnchainIntel } from "./get-onchain-intel.ts";
import { getOrderbook } from "./get-orderbook.ts";
import { getPoints } from "./get-points.ts";
import { getPositions } from "./get-positions.ts";
import { getPrice } from "./get-price.ts";
import { getStagedOrder } from "./get-staged-order.ts";
import { getUserContext } from "./get-user-context.ts";
import { listCalendar } from "./list-calendar.ts";
import { listCatalysts } from "./list-catalysts.ts";
import { listMarkets } from "./list-markets.ts";
import { listPointsHistory } from "./list-points-history.ts";
import { listPriceAlerts } from "./list-price-alerts.ts";
import { listSignals } from "./list-signals.ts";
import { searchAssets } from "./search-assets.ts";
import { searchNews } from "./search-news.ts";
import { setPriceAlert } from "./set-price-alert.ts";
import { stageCancelOrder } from "./stage-cancel-order.ts";
import { stageClosePosition } from "./stage-close-position.ts";
import { stageModifyOrder } from "./stage-modify-order.ts";
import { stageOrder } from "./stage-order.ts";

export const TOOLS: readonly Tool[] = [
  searchAssets,
  getPrice,
  listMarkets,
  getMarketStats,
  getOrderbook,
  getCandles,
  searchNews,
  listCatalysts,
  getCatalyst,
  explainPriceMove,
  listSignals,
  listCalendar,
  getOnchainIntel,
  getPositions,
  getAccountHistory,
  getPoints,
  listPointsHistory,
  getUserContext,
  stageOrder,
  stageClosePosition,
  stageModifyOrder,
  stageCancelOrder,
  getStagedOrder,
  cancelStagedOrder,
  setPriceAlert,
  listPriceAlerts,
  deletePriceAlert,
];
