import type { MessageFile } from "#components/i18n/message-types.ts";

const messages = {
  intro:
    "Who you bring pays {discount} % lower fees for life, and you earn a share of every fee they pay.",
  loading: "Reading your partner figures",
  amount: "{amount} {currency}",
  percent: "{percent} %",

  // The moment that everything is of
  asOf: "As of {time}",
  ledger: "ledger {seq}",
  pinMissing:
    "This link shows a moment that your ledger does not have. It may be another partner's, or a part of it is missing.",
  state_live: "Live",
  state_updating: "Updating…",
  state_pinned: "Pinned: this moment does not move on",
  state_away: "No answer just now",
  state_stale: "Not current: no answer for more than a minute",
  refresh: "Read the newest figures",
  pin: "Keep this moment: the address then shows it to you again",
  goLive: "Show the newest",
  verify: "Verify",
  verifying: "Verifying…",
  verifyProgress: "{done} of {of} reads compared",
  verifyAgrees: {
    one: "{count} figure agrees with the endpoints (as of {time}, ledger {seq}).",
    other: "All {count} figures agree with the endpoints (as of {time}, ledger {seq}).",
  },
  verifyDiffers: {
    one: "{count} figure differs from what the endpoints answer. Please report this: it is a defect.",
    other:
      "{count} figures differ from what the endpoints answer. Please report this: it is a defect.",
  },
  verifyFailed: "Nothing was compared to the end.",

  // The level
  levelTitle: "Your level",
  level: "Level",
  levelName: "Level {level}",
  ofEveryFee: "of every fee that your referrals pay",
  feesOfThreshold: "{fees} of {threshold} referred fees in the last 30 days",
  feesOfWindow: "{fees} referred fees in the last 30 days",
  progressTo: "Progress to level {level}",
  toNext: "{amount} more bring level {level} and {share}.",
  highest: "This is the highest level.",
  paceNone: "There were no referred fees in the last seven days.",
  paceSlow:
    "At the pace of the last seven days ({pace}) it is not reached within 30 days: older fees leave while new ones come.",
  paceReaches: "At the pace of the last seven days ({pace}) that is on {day}.",
  ladder: "All levels",
  ladderHint: "Share of each fee, and the referred fees in USD in 30 days that it takes.",

  // The forecast
  forecastTitle: "If nothing new comes",
  until: "Level {level} until {time}, then level {next}",
  toHold: "{amount} more referred fees before then keep level {level}.",
  thenLevel: "Then level {level} ({share}) from {time}",
  noFall: "Level {level} is safe for the next 30 days.",
  noFallFirst: "Level 1 is yours in any case: it takes no fees, and there is none below it.",
  forecastHint:
    "Each fee counts for exactly 30 days. New fees raise this line; what you have earned already never changes.",
  forecastPicture:
    "Step chart: referred fees of the last 30 days, as they leave the window when nothing new comes",
  fees_30d: "Fees, 30 days",

  // The balances
  balances: "Balance",
  accrued: "Accrued",
  accrued_hint: "Everything that you have earned",
  settled: "Settled",
  settled_hint: "Paid, and seen on the chain",
  in_transit: "In transit",
  in_transit_hint: "Being paid",
  pending: "Pending",
  pending_hint: "Yours, and not paid yet",
  reconciles: "Adds up",
  reconcilesNot:
    "These amounts do not add up. Nothing of yours is lost: every fee is in the ledger. Please report this.",
  balancesHint:
    "Four separate reads of the ledger, compared to the last digit. Shown rounded; only the exact amounts are added.",
  exactFigures: "Exact amounts",

  // Earnings over time
  earnings: "Earnings over time",
  loadingEarnings: "Reading the earnings",
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
  range_custom: "Days",
  range_custom_name: "Days of your choice",
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
  series_perp: "Perps",
  series_copy: "Perps, by copy trading",
  series_swap: "Swaps",
  series_prediction: "Predictions",
  compare: "Compare with the period before",
  compareNot: "A range without a beginning has no period before it.",
  previous: "Period before",
  previously: "Before:",
  earned: "Earned",
  referredFees: "Referred fees",
  feeCount: "Fees",
  earnedOfCopy: "Of which copy trading",
  ofWhichCopy: "of which copy",
  noneYet: "No earnings yet",
  noEarnings: "No earnings here",
  noEarningsYet:
    "As soon as somebody whom you brought trades, your share of the fee shows up here. Share your link to begin.",
  noEarningsHere: "There were none in this range. Choose a longer one, or all products.",
  earningsPicture:
    "Stacked bars: earnings over time by product. Arrow keys go from bar to bar; the table below has all numbers.",
  loadingChart: "Loading the chart",
  noChart: "The chart could not be loaded. The table below has its numbers.",
  zone: "Times and days are those of {zone}.",
  moreBuckets: "The range has more bars than fit: choose a coarser step to see all of it.",
  asTable: "Numbers as a table",

  // Products
  byProduct: "By product",
  earned_30d: "Earned, 30 days",
  earned_total: "Earned, all time",
  fees_total: "Fees, all time",
  none_perp: "No fees of perps yet. Copy trading counts here too.",
  none_swap: "No fees of swaps yet.",
  none_prediction: "No fees of predictions yet.",
} as const satisfies MessageFile;

export default messages;
