import type { MessageFile } from "#components/i18n/message-types.ts";

const messages = {
  intro:
    "People you refer get {discount}% off fees, for life, and you earn a share of every fee they pay.",
  loading: "Loading your partner figures",
  amount: "{amount} {currency}",
  percent: "{percent}%",

  // The moment that everything is of
  asOf: "As of {time} ({zone})",
  ledger: "Ledger row {seq}",
  pinMissing:
    "Your ledger does not have the snapshot of this link. The link may be incomplete, or belong to another partner.",
  state_live: "Live",
  state_updating: "Updating…",
  state_pinned: "Pinned: this snapshot does not change",
  state_away: "No response right now",
  state_stale: "Out of date: no response for more than a minute",
  refreshHint: "Load the newest figures",
  pin: "Pin",
  pinHint: "Copies a link that always shows these figures",
  pinned: "The link to these figures was copied.",
  goLive: "Show live figures",
  verify: "Verify",
  verifying: "Verifying…",
  verifyProgress: "{done} of {of} checks done",
  verifyAgrees: {
    one: "{count} figure matches the partner API (as of {time}, ledger row {seq}).",
    other: "All {count} figures match the partner API (as of {time}, ledger row {seq}).",
  },
  verifyDiffers: {
    one: "{count} figure differs from the partner API. Please report this: it is a defect.",
    other: "{count} figures differ from the partner API. Please report this: it is a defect.",
  },
  verifyFailed: "The check could not be completed.",

  // The level
  levelTitle: "Your level",
  level: "Level",
  levelName: "Level {level}",
  ofEveryFee: "of every fee that your referrals pay",
  feesOfThreshold: "{fees} of {threshold} referred fees in the last 30 days",
  feesOfWindow: "{fees} referred fees in the last 30 days",
  progressTo: "Progress to level {level}",
  toNext: "{amount} more for level {level} and {share}.",
  highest: "This is the highest level.",
  paceNone: "No referred fees in the last seven days.",
  paceSlow: "At the pace of the last seven days ({pace}), you will not reach it within 30 days.",
  paceReaches: "At the pace of the last seven days ({pace}), you will reach it on {day}.",
  whyLevel: "Why this rate?",
  whyLevelText:
    "From {from} to {to} your referrals paid {amount}. Level {level} starts at {threshold}, so the next fee earns you {share}.",
  toFees: "See each fee with its rate",
  ladder: "All levels",
  ladderHint:
    "Your share of each fee, and the referred fees in 30 days (USD) that each level requires.",

  // The forecast
  forecastTitle: "Without new fees",
  until: "Level {level} until {time}, then level {next}",
  toHold: "You keep level {level} if your referrals pay {amount} more in fees before then.",
  thenLevel: "Then level {level} ({share}) from {time}",
  noFall: "Level {level} is safe for the next 30 days.",
  noFallFirst: "Level 1 is always yours: it requires no fees.",
  forecastHint:
    "Each fee counts for exactly 30 days. New fees raise this line; what you have already earned never changes.",
  forecastPicture: "Step chart: referred fees of the last 30 days as they expire, without new fees",
  showsForecast: "Show chart",
  fees_30d: "Fees, 30 days",

  // The balances
  balances: "Balance",
  accrued: "Accrued",
  accrued_hint: "Everything you have earned",
  settled: "Paid",
  settled_hint: "Paid and confirmed on chain",
  in_transit: "In transit",
  in_transit_hint: "Created or sent, not final yet",
  pending: "Pending",
  pending_hint: "Earned, and part of the next payout",
  reconciles: "Adds up",
  reconcilesNot:
    "These amounts do not add up. Nothing is lost: every fee is in the ledger. Please report this.",
  balancesHint:
    "Four separate reads of the ledger, compared exactly. Amounts are rounded only for display.",
  exactFigures: "Exact amounts",

  // The filters of the page
  filters: "Filters",
  allDigits: "All digits",

  // Earnings over time
  earnings: "Earnings over time",
  loadingEarnings: "Loading earnings",
  range: "Range",
  range_7d: "7 d",
  range_7d_name: "7 days",
  range_30d: "30 d",
  range_30d_name: "30 days",
  range_90d: "90 d",
  range_90d_name: "90 days",
  range_1y: "1 y",
  range_1y_name: "1 year",
  range_all: "All",
  range_all_name: "All time",
  range_custom: "Custom",
  range_custom_name: "Custom range",
  spanSince: "Since {day}",
  spanUntil: "Until {day}",
  badDays:
    "The days in this address are not valid, or the first is after the last. Showing {range}.",
  granularity: "Per",
  granularity_hour: "Hour",
  granularity_day: "Day",
  granularity_week: "Week",
  granularity_month: "Month",
  product: "Product",
  product_all: "All products",
  product_perp: "Perps",
  product_swap: "Swaps",
  product_prediction: "Predictions",
  series_copy: "Perps, by copy trading",
  compare: "Compare with the previous period",
  compareNot: "A range without a start has no previous period.",
  previousOf: "Previous period: {span}",
  previously: "Before:",
  earned: "Earned",
  referredFees: "Referred fees",
  feeCount: "Fees",
  earnedOfCopy: "Of which copy trading",
  ofWhichCopy: "of which copy",
  noneYet: "No earnings yet",
  noEarnings: "No earnings in this range",
  noEarningsYet:
    "As soon as someone you referred trades, your share of the fee appears here. Share your link to start.",
  noEarningsHere: "Choose a longer range, or all products.",
  earningsPicture:
    "Stacked bars: earnings over time by product. Arrow keys move between bars; the table below has all numbers.",
  loadingChart: "Loading the chart",
  noChart: "The chart could not be loaded. The table below has the numbers.",
  zone: "Times and days are in {zone}.",
  partNote: "* Only part of it is in the range.",
  partOf: "{name} (partial)",
  moreBuckets: "Not all bars fit. Choose a longer interval to see the whole range.",
  asTable: "Show as table",

  // Products
  byProduct: "By product",
  byProductOf: "30 days and all time",
  earned_30d: "Earned, 30 days",
  earned_total: "Earned, all time",
  fees_total: "Fees, all time",
  none_perp: "No fees from perps yet. Copy trading counts here too.",
  none_swap: "No fees from swaps yet.",
  none_prediction: "No fees from predictions yet.",
} as const satisfies MessageFile;

export default messages;
