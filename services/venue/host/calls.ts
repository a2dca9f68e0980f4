/** Calls that gateways make by name. The gateway checked the parameters; what depends on state is checked here. */

import {
  getAccounts,
  getKeys,
  getLeverage,
  getOrder,
  getOrderMarket,
  getOrders,
  getPositions,
  getSigners,
  getTransfers,
} from "#services/venue/calls/account.ts";
import type { AnswerCall } from "#services/venue/calls/answer-call.ts";
import {
  getCustodyTotals,
  getCustodyTransfers,
  getCustodyWithdrawal,
  withdrawalReturned,
  withdrawalSent,
  withdrawalSettled,
} from "#services/venue/calls/custody.ts";
import { getFills, getFunding } from "#services/venue/calls/history.ts";
import {
  getBbo,
  getBlock,
  getFundingRates,
  getKline,
  getMarkets,
  getOpenInterest,
  getOrderBook,
  getStats,
  getTotals,
  getTrades,
} from "#services/venue/calls/market-data.ts";
import { getNotices } from "#services/venue/calls/notices.ts";
import {
  deposit,
  depositInsurance,
  getFees,
  setFeeDiscount,
  setMarketStatus,
  setMarks,
} from "#services/venue/calls/operator.ts";
import { getPortfolio } from "#services/venue/calls/portfolio.ts";
import { getWithdrawalTerms } from "#services/venue/calls/withdrawal-terms.ts";

export const CALLS: Readonly<Record<string, AnswerCall | undefined>> = {
  accounts: getAccounts,
  positions: getPositions,
  leverage: getLeverage,
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
  funding_rates: getFundingRates,
  open_interest: getOpenInterest,
  block: getBlock,
  set_marks: setMarks,
  deposit,
  insurance: depositInsurance,
  market_status: setMarketStatus,
  fee_discount: setFeeDiscount,
  fees: getFees,
  notices: getNotices,
  withdrawal_sent: withdrawalSent,
  withdrawal_settled: withdrawalSettled,
  withdrawal_returned: withdrawalReturned,
  custody_transfers: getCustodyTransfers,
  custody_withdrawal: getCustodyWithdrawal,
  custody_totals: getCustodyTotals,
  withdrawal_terms: getWithdrawalTerms,
};
