/** Calls that gateways make by name. The gateway checked the parameters; what depends on state is checked here. */
import type { AnswerCall } from "./answer-call.ts";
import {
  getCustodyTotals,
  getCustodyTransfers,
  getCustodyWithdrawal,
  withdrawalReturned,
  withdrawalSent,
  withdrawalSettled,
} from "./custody.ts";
import {
  deposit,
  depositInsurance,
  getFees,
  setFeeDiscount,
  setMarketStatus,
  setMarks,
} from "./operator.ts";
import {
  getAccounts,
  getKeys,
  getOrder,
  getOrderMarket,
  getOrders,
  getPositions,
  getSigners,
  getTransfers,
} from "./reads/account.ts";
import { getFills, getFunding } from "./reads/history.ts";
import {
  getBbo,
  getBlock,
  getKline,
  getMarkets,
  getOrderBook,
  getStats,
  getTotals,
  getTrades,
} from "./reads/market-data.ts";
import { getPortfolio } from "./reads/portfolio.ts";

export const CALLS: Readonly<Record<string, AnswerCall | undefined>> = {
  accounts: getAccounts,
  positions: getPositions,
  orders: getOrders,
  order: getOrder,
  order_market: getOrderMarket,
  transfers: getTransfers,
  keys: getKeys,
  signers: getSigners,
  fills: getFills,
  funding: getFunding,
  portfolio: getPortfolio,
  markets: getMarkets,
  stats: getStats,
  totals: getTotals,
  orderbook: getOrderBook,
  bbo: getBbo,
  trades: getTrades,
  kline: getKline,
  block: getBlock,
  set_marks: setMarks,
  deposit,
  insurance: depositInsurance,
  market_status: setMarketStatus,
  fee_discount: setFeeDiscount,
  fees: getFees,
  withdrawal_sent: withdrawalSent,
  withdrawal_settled: withdrawalSettled,
  withdrawal_returned: withdrawalReturned,
  custody_transfers: getCustodyTransfers,
  custody_withdrawal: getCustodyWithdrawal,
  custody_totals: getCustodyTotals,
};
