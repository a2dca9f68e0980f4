import type { MessageFile } from "#components/i18n/message-types.ts";

const messages = {
  title: "Signals",
  intro:
    "Where a price may go next, by fixed rules, and how often each rule was right. A signal is measured, not promised: it is no advice, and it orders nothing.",
  signal: "Signal",
  allSignals: "All signals",
  loading: "Loading",
  notFound: "No such signal",
  notFoundDetail: "The address names no signal of this service.",

  // Lists
  active: "Active signals",
  ended: "Ended signals",
  judgedUntil: "Judged up to {time}",
  none: "No active signal",
  noneDetail: "The rules wait for something to follow from.",
  noneYet: "No signals yet",
  noneYetDetail: "A signal comes about in one of three ways:",
  how_drift: "A price moved unusually and its cause was found: the move may go on.",
  how_cascade: "Liquidations pushed a price and stopped: the price may come back.",
  how_surprise:
    "A number of the calendar differs much from its forecast: Bitcoin may follow it for an hour.",
  noneYetShadow:
    "The first signals of a rule are in shadow: they are judged like all others, but nobody is told, until the rule has shown that it is right often enough.",
  noneEnded: "No signal has ended yet",
  noneEndedDetail: "Each one is judged by the closes of the minutes after it was made.",
  older: "Load older ones",

  // One signal
  long: "Long",
  short: "Short",
  rule_drift: "Drift",
  rule_cascade: "Reversal",
  rule_surprise: "Surprise",
  shadow: "Shadow",
  shadowHelp:
    "Its rule has not been right often enough. The signal is judged, and nobody is told of it.",
  simulated: "simulated",
  simulatedHelp: "It follows from something that is simulated.",
  state_active: "Active",
  state_invalidated: "Wrong",
  state_reached: "Target reached",
  state_expired: "Time over",
  entry: "Entry",
  invalidation: "Wrong beyond",
  target: "Target",
  conviction: "Conviction",
  horizon: "Horizon",
  hours: { one: "{count} hour", other: "{count} hours" },
  made: "Made",
  horizonUntil: "{hours}, until {time}",
  endedAt: "Ended",
  close: "Close",
  result: "Result",
  inRisk: "{figure} R",
  reasons: "Why",
  reason_attributed_move:
    "The price moved by {size}, and a catalyst explains it with a probability of {share}.",
  reason_cascade: "The price moved by {size} with liquidations, and then became quiet.",
  reason_cascade_share:
    "The price moved by {size}; {share} of the volume were liquidations. Then it became quiet.",
  reason_surprise: "{name} came {value} from its forecast, {z} times the usual deviation.",
  reason_surprise_period:
    "{name} for {period} came {value} from its forecast, {z} times the usual deviation.",
  reason_record_none: "No earlier signal of this rule has ended.",
  reason_record: {
    one: "{hits} of {count} earlier signal of this rule was right.",
    other: "{hits} of {count} earlier signals of this rule were right.",
  },
  kind_fomc: "The Fed's rate",
  kind_cpi: "CPI",
  kind_nfp: "NFP",
  kind_pce: "PCE",
  kind_ppi: "PPI",
  kind_ism: "ISM",
  kind_gdp: "GDP",
  kind_central_bank_speech: "A central bank",
  kind_regulator_crypto: "A regulator",
  toMove: "The move",
  toCatalyst: "The catalyst",
  toCalendar: "The calendar",
  prepare: "Prepare order",
  prepareFor: "Prepare order from this signal: {direction} {market}",
  prepareHint: "It fills the ticket. Nothing is sent before you review and sign.",

  // The record
  record: "Record",
  recordIntro:
    "Every signal stays here with its result, also those in shadow. Nothing can be changed afterwards.",
  emitted: "Told",
  noRecord: "There are no figures before a signal has ended.",
  ofSignals: "Signals",
  ofMomentum: "Momentum",
  ofCoin: "Coin",
  compared: "Compared",
  column_ended: "Ended",
  column_right: "Right",
  column_mean: "Mean",
  column_brier: "Brier",
  activeCount: "{count} active",
  meaning: "What the figures mean",
  meaning_right:
    "Right: the part of the ended signals with a gain. Target and invalidation are equally far from the entry, so a coin is right half of the time.",
  meaning_mean:
    "Mean: the mean result in R. 1 R is the distance from entry to invalidation: what a signal risks. Fees are not part of it.",
  meaning_brier:
    "Brier: how far the conviction was from what came. 0 is perfect, and 0.25 is what always saying 50% gets. Less is better.",
  meaning_momentum:
    "Momentum takes the direction of the hour before each signal, with the same distance and time. A rule that is not better than momentum or a coin knows nothing.",
  meaning_few: "A few ended signals prove nothing.",
} as const satisfies MessageFile;

export default messages;
