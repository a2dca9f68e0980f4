/** What the fields of the operator's and custody's calls mean. */
import { fieldTexts, joinTexts } from "#lib/kernel/openapi/field-texts.ts";
import { TRADING_TEXTS } from "#lib/kernel/openapi/trading-texts.ts";

const OPERATOR_TEXTS = fieldTexts({
  CreditDepositRequest: { account: "The account to credit" },
  SetMarksRequest: { marks: "New marks by market: a price, or a price with its confidence" },
  "SetMarksRequest.marks": {
    price: "The new mark",
    confidence: "Half-width of the price's confidence interval; null: not known",
  },
  SetMarksAnswer: { applied: "Markets whose mark was set" },
  "SetMarksAnswer.ignored": {
    reason:
      "unknown: no such market. tick: not a multiple of the tick. too_large: out of range. confidence: too uncertain. jump: too far from the last mark",
  },
  "SetMarketStatusAnswer SetMarketStatusRequest": {
    symbol: "Symbol of the market",
    status:
      "Normal; PostOnly: orders may only rest; ReduceOnly: orders may only reduce positions; Halted: no orders",
  },
  SetFeeDiscountAnswer: {
    account: "The account with the discount",
    fee_discount_ppm: "Taken off every trading fee, in parts per million",
  },
  "ListChargedFeesAnswer.results": {
    seq: "Number of the record. It only grows, with gaps for fills without a fee",
    trade_id: "Id of the trade; with `liquidity` it identifies the record",
    order_id: "The order that was filled; null for a fill without an order of the account",
    gross: "The market's fee in USD, before the account's discount",
    charged: "The fee in USD after the discount",
    liquidity: "MAKER rested in the book, TAKER took from it",
    source: "perp, or copy for copy trading",
    created_at: "When the trade took place",
  },
  "OrderNotice TransferNotice MarginNotice LiquidationNotice": {
    type: "What happened",
    created_at: "When it happened",
  },
  OrderNotice: { order_id: "Id of the order", side: "BUY or SELL" },
  MarginNotice: { margin: "How close the account is to its liquidation" },
  LiquidationNotice: { liquidation: "What was closed, in all markets" },
  ReturnWithdrawalRequest: { reason: "Why it is not paid; the owner reads it" },
  ReportWithdrawalSentRequest: { signature: "Signature of the transaction that pays it, base58" },
  "CustodyDeposit CustodyWithdrawal": {
    kind: "DEPOSIT or WITHDRAWAL",
    id: "Id of the transfer",
    amount: "Amount in USDC",
    created_at: "When the venue recorded the transfer",
    last_updated_at: "When the transfer last changed",
  },
  CustodyDeposit: {
    reference: "Name of the payment; it is credited once",
    source: "Where the funds came from",
  },
  CustodyWithdrawal: {
    status:
      "RESERVED: taken from the balance. SENT: a transaction pays it. SETTLED: that transaction is final. RETURNED: back in the balance",
  },
  "CustodyWithdrawal.attempts": {
    signature: "Signature of the transaction, base58",
    last_valid_block_height: "Above this block height the transaction can no longer land",
  },
});

export const VENUE_TEXTS = joinTexts(TRADING_TEXTS, OPERATOR_TEXTS);
