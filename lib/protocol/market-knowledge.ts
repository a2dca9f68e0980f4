/** Names of the wire that moves, catalysts, the calendar, signals and pushes share. Apart from those of orders, which every page loads. */

/** Moves of a price, as statistics find them. */
export const MOVE_DIRECTIONS = ["up", "down"] as const;
export const MOVE_RULES = ["z", "storm"] as const;
export const MOVE_SCOPES = ["single", "market_wide"] as const;
export const MOVE_ENDS = ["quiet", "retrace"] as const;

/** Types of catalysts (docs/api/catalysts.md). */
export const CATALYST_TYPES = [
  "listing",
  "regulatory",
  "hack",
  "macro",
  "partnership",
  "unlock",
] as const;
export type CatalystType = (typeof CATALYST_TYPES)[number];

/** `unconfirmed`: one weak source alone; `disputed`: a report denies it; `merged`: another catalyst is the same. */
export const CATALYST_STATUSES = ["unconfirmed", "confirmed", "disputed", "merged"] as const;
export type CatalystStatus = (typeof CATALYST_STATUSES)[number];

export const SENTIMENT_DIRECTIONS = ["negative", "neutral", "positive"] as const;
export type SentimentDirection = (typeof SENTIMENT_DIRECTIONS)[number];

/** What a news item does to its story: it reports it, denies it, or only reports the price. */
export const NEWS_ROLES = ["report", "denial", "recap"] as const;
export type NewsRole = (typeof NEWS_ROLES)[number];

/** Why there is a revision of a catalyst; an evaluation that changed nothing is one too. */
export const CATALYST_REVISION_KINDS = [
  "detected",
  "evidence",
  "evaluated",
  "merged",
  "split",
] as const;
export type CatalystRevisionKind = (typeof CATALYST_REVISION_KINDS)[number];

/** What explains a move. `mechanical`: liquidations or funding, without a catalyst. */
export const MOVE_VERDICTS = [
  "pending",
  "attributed",
  "possible",
  "mechanical",
  "unexplained",
] as const;
export type MoveVerdict = (typeof MOVE_VERDICTS)[number];

/** `silent`: it answers, but has had nothing new for a day; `failing`: the last read failed; `waiting`: not read yet. */
export const NEWS_SOURCE_STATES = ["fresh", "silent", "failing", "waiting"] as const;
export type NewsSourceState = (typeof NEWS_SOURCE_STATES)[number];

/** Kinds of releases in the calendar (docs/api/calendar.md). */
export const CALENDAR_KINDS = [
  "fomc",
  "rate_decision",
  "cpi",
  "nfp",
  "pce",
  "ppi",
  "ism",
  "gdp",
  "central_bank_speech",
  "regulator_crypto",
] as const;
export type CalendarKind = (typeof CALENDAR_KINDS)[number];
/**
 * Why an item of a source is not in the calendar, or only by its day (`unknown_zone`): another kind of event, no time or day, a
 * time zone that nobody knows, a damaged item, or too far from today.
 */
export const CALENDAR_LEFT_OUT = [
  "unknown_kind",
  "no_time",
  "unknown_zone",
  "damaged",
  "too_far",
] as const;
export type CalendarLeftOut = (typeof CALENDAR_LEFT_OUT)[number];
/** How exactly the time of a release is known. */
export const CALENDAR_PRECISIONS = ["minute", "day"] as const;
export type CalendarPrecision = (typeof CALENDAR_PRECISIONS)[number];
/** `overdue`: its time has passed by more than 15 minutes, and nothing came. */
export const CALENDAR_STATUSES = [
  "scheduled",
  "moved",
  "cancelled",
  "released",
  "overdue",
] as const;
export type CalendarStatus = (typeof CALENDAR_STATUSES)[number];
/** Why a source of news could not be read, or what it sent not be used. */
export const NEWS_SOURCE_ERRORS = [
  "no_address",
  "target_refused",
  "timeout",
  "unreachable",
  "too_large",
  "too_many_redirects",
  "http_status",
  "unknown_encoding",
  "not_unpacked",
  "not_a_feed",
  "too_slow",
  "too_much_memory",
  "stopped",
  "not_stored",
] as const;
export type NewsSourceError = (typeof NEWS_SOURCE_ERRORS)[number];

/** What a signal follows from: a move whose cause was found, liquidations that ended, a number that differs from the forecast. */
export const SIGNAL_RULES = ["drift", "cascade", "surprise"] as const;
export type SignalRule = (typeof SIGNAL_RULES)[number];

export const SIGNAL_DIRECTIONS = ["long", "short"] as const;
export type SignalDirection = (typeof SIGNAL_DIRECTIONS)[number];

/** How a signal ends: a minute closes beyond its invalidation level, or beyond its target, or its horizon passes. */
export const SIGNAL_ENDS = ["invalidated", "reached", "expired"] as const;
export type SignalEnd = (typeof SIGNAL_ENDS)[number];
export const SIGNAL_STATES = ["active", ...SIGNAL_ENDS] as const;
export type SignalState = (typeof SIGNAL_STATES)[number];

/** `push.calendar`: of a release. `push.market`: of a price. `push.trading`: of the user's own orders, margin and money. `push.alert`: of a price that the user chose. */
export const PUSH_TYPES = [
  "push.calendar",
  "push.market",
  "push.approval",
  "push.trading",
  "push.alert",
] as const;
/** What happens in a user's trading accounts: orders that filled, take profits and stop losses, margin with liquidations, and money in and out. */
export const TRADING_KINDS = ["protection", "margin", "money", "fill"] as const;
export type TradingKind = (typeof TRADING_KINDS)[number];
/** What a user switches on and off: the kinds of releases, those of market pushes, orders that wait for their approval, trading, and price alerts. */
export const PUSH_KINDS = [
  ...CALENDAR_KINDS,
  "round_level",
  "price_move",
  "approval",
  ...TRADING_KINDS,
  "alert",
] as const;
/** Kinds that can also be mailed. */
export const MAIL_KINDS = [
  "approval",
  "protection",
  "margin",
  "money",
  "alert",
] as const satisfies readonly PushKind[];
export type MailKind = (typeof MAIL_KINDS)[number];
export type PushKind = (typeof PUSH_KINDS)[number];
/** On which side of the mark a price alert was set: `above` fires when the mark rises to its price. */
export const ALERT_DIRECTIONS = ["above", "below"] as const;
export type AlertDirection = (typeof ALERT_DIRECTIONS)[number];
/** `once`: it ends when it fires. `again`: it fires anew after the mark has gone back by 0.2 %. */
export const ALERT_MODES = ["once", "again"] as const;
export type AlertMode = (typeof ALERT_MODES)[number];
/** When a push of the calendar leaves. `day`: 24 hours before, `soon`: 30 minutes before, `number`: when the number is known. */
export const PUSH_SLOTS = ["day", "soon", "number"] as const;
export type PushSlot = (typeof PUSH_SLOTS)[number];
export const PUSH_CHANNELS = ["inbox", "web"] as const;
export type PushChannel = (typeof PUSH_CHANNELS)[number];
/** What became of a push for a browser. `quiet`: it fell into the quiet hours and is not sent later. `gone`: the browser is not subscribed any more. */
export const PUSH_OUTCOMES = ["sent", "quiet", "gone", "refused", "failed"] as const;
export type PushOutcome = (typeof PUSH_OUTCOMES)[number];
