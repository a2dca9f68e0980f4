import type { MessageFile } from "#components/i18n/message-types.ts";

const messages = {
  title: "Signals",
  intro: "Rule-based signals with their full track record. Not advice; no orders are placed.",
  signal: "Signal",
  allSignals: "All signals",
  notFound: "Signal not found",
  notFoundDetail: "There is no signal at this address.",

  // Lists
  active: "Active signals",
  ended: "Ended signals",
  judgedUntil: "Updated {time}",
  none: "No active signals",
  noneDetail: "A signal appears here when a rule triggers.",
  noneYet: "No signals yet",
  noneYetDetail: "Three rules create signals:",
  how_drift: "The price moves unusually and the cause is found: the move may continue.",
  how_cascade: "Liquidations push the price and then stop: the price may reverse.",
  how_surprise: "An economic release is far from its forecast: Bitcoin may follow it for an hour.",
  noneYetShadow:
    "New rules start in testing. They stay there until at least 30 signals have ended and the rule beats a coin flip.",
  noneEnded: "No signals have ended yet",
  noneEndedDetail: "Signals are judged by the one-minute closes that follow them.",
  older: "Load older",
  measured: "In testing",
  measuredDetail:
    "Rules that have not yet beaten a coin flip over at least 30 ended signals. Do not trade on them.",
  noneMeasured: "No signals in testing",

  // One signal
  rule_drift: "Drift",
  rule_cascade: "Reversal",
  rule_surprise: "Surprise",
  shadow: "In testing",
  shadowHelp:
    "Its rule has not yet beaten a coin flip over at least 30 ended signals. Do not trade on it.",
  simulated: "simulated",
  simulatedHelp: "Based on simulated data.",
  state_active: "Active",
  state_invalidated: "Invalidated",
  state_reached: "Target reached",
  state_expired: "Expired",
  entry: "Entry",
  invalidation: "Invalidation",
  target: "Target",
  conviction: "Conviction",
  horizon: "Horizon",
  hours: { one: "{count} hour", other: "{count} hours" },
  made: "Created",
  horizonUntil: "{hours}, until {time}",
  endedAt: "Ended",
  close: "Close",
  result: "Result",
  inRisk: "{figure} R",
  reasons: "Why",
  reason_attributed_move:
    "The price moved by {size}. A catalyst explains the move with {share} probability.",
  reason_cascade: "The price moved by {size} on liquidations, then calmed down.",
  reason_cascade_share:
    "The price moved by {size}, then calmed down. Liquidations were {share} of the volume.",
  reason_surprise: "{name} differed from its forecast by {value}, {z} times the usual deviation.",
  reason_surprise_period:
    "{name} for {period} differed from its forecast by {value}, {z} times the usual deviation.",
  reason_record_none: "No earlier signal of this rule has ended.",
  reason_record: {
    one: "{hits} of {count} earlier signal of this rule was right.",
    other: "{hits} of {count} earlier signals of this rule were right.",
  },
  kind_fomc: "The Fed rate",
  kind_rate_decision: "A central bank rate",
  kind_cpi: "CPI",
  kind_nfp: "NFP",
  kind_pce: "PCE",
  kind_ppi: "PPI",
  kind_ism: "ISM",
  kind_gdp: "GDP",
  kind_central_bank_speech: "A central bank",
  kind_regulator_crypto: "A regulator",
  toMove: "See the price move",
  toCatalyst: "See the catalyst",
  toCalendar: "See the calendar",
  prepare: "Prepare order",
  prepareFor: "Prepare order from this signal: {direction} {market}",
  prepareHint:
    "Opens an order with this signal's side, stop loss and take profit. Nothing is sent until you sign.",

  // The record
  record: "Track record",
  recordIntro:
    "Every signal stays here with its result, including signals in testing. Results are never edited.",
  emitted: "Published",
  noRecord: "No figures yet: no signal has ended.",
  ofSignals: "Signals",
  ofMomentum: "Momentum",
  ofCoin: "Coin flip",
  compared: "Comparison",
  column_ended: "Ended",
  column_right: "Win rate",
  column_mean: "Average",
  column_brier: "Brier",
  activeCount: "{count} active",
  meaning: "What the figures mean",
  meaning_right:
    "Win rate: the share of ended signals with a gain. Target and invalidation are equally far from the entry, so a coin flip wins half of the time.",
  meaning_mean:
    "Average: the average result in R. 1 R is the distance from entry to invalidation, which is what a signal risks. Fees are not included.",
  meaning_brier:
    "Brier: the score of the conviction against the outcome. 0 is perfect; always saying 50% scores 0.25. Lower is better.",
  meaning_momentum:
    "Momentum follows the direction of the hour before each signal, with the same distances and time limit. A rule that does not beat momentum and a coin flip has no edge.",
  meaning_few: "A few ended signals prove nothing.",

  // Pictures
  pictureLevels: "Entry {entry}, target {target}, invalidation {invalidation}.",
  pictureEnd: "{state} at {time}: close {close}, {result}.",
  calibration: "Conviction and outcome",
  asText: "Show as text",
  curve: "Total result",
  meaning_calibration:
    "Conviction and outcome: each circle is a group of signals, larger with more signals. To the right is the stated conviction, upwards the share that was right. On the dashed line both are equal.",
  meaning_curve:
    "Total result: the sum of all results in R, signal by signal. The dashed line is zero.",
  calibrationBin: {
    one: "At {conviction}: {hits} of {count} signal was right.",
    other: "At {conviction}: {hits} of {count} signals were right.",
  },
  curvePicture: {
    one: "After {count} signal: {last}. Between {low} and {high}.",
    other: "After {count} signals: {last}. Between {low} and {high}.",
  },
  curveCount: {
    one: "{count} signal.",
    other: "{count} signals.",
  },
} as const satisfies MessageFile;

export default messages;
