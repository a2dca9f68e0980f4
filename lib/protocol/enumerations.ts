/** Names of the wire that orders, markets and answers share. */

/** Signed numeric values. Order-type codes 2, 3, 4 and 6 are reserved and never re-used. */
export const SIDE_CODE = { BUY: 0, SELL: 1 } as const;
export const ORDER_TYPE_CODE = {
  MARKET: 0,
  LIMIT: 1,
  TAKE_PROFIT_MARKET: 5,
  STOP_LOSS_MARKET: 7,
} as const;
export const TIME_IN_FORCE_CODE = { GTC: 0, IOC: 1, FOK: 2 } as const;
export const TRIGGER_SOURCE_CODE = { LastPrice: 0, MarkPrice: 1 } as const;
export const ORDER_FLAG = { POST_ONLY: 1, REDUCE_ONLY: 2 } as const;
/** What the orders of a group have in common: an entry that opens a position, or the position itself. */
export const GROUPING_CODE = { ENTRY: 0, POSITION: 1 } as const;

export type Side = keyof typeof SIDE_CODE;
export type OrderType = keyof typeof ORDER_TYPE_CODE;
export type TimeInForce = keyof typeof TIME_IN_FORCE_CODE;
export type TriggerSource = keyof typeof TRIGGER_SOURCE_CODE;
export type Grouping = keyof typeof GROUPING_CODE;

/** `LIQUIDATION` when the taker was liquidated. */
export const TRADE_TYPES = ["FILL", "LIQUIDATION"] as const;
export type TradeType = (typeof TRADE_TYPES)[number];

/** What an operator allows in a market; cancels are accepted in every state. */
export const MARKET_STATUSES = ["Normal", "PostOnly", "ReduceOnly", "Halted"] as const;
export type MarketStatus = (typeof MARKET_STATUSES)[number];

/**
 * What became of a withdrawal: its money is taken from the balance, a transaction that pays it was sent, the transaction is
 * final, or nothing was sent and the money is back in the balance.
 */
export const WITHDRAWAL_STATUSES = ["RESERVED", "SENT", "SETTLED", "RETURNED"] as const;
export type WithdrawalStatus = (typeof WITHDRAWAL_STATUSES)[number];

/** The last 24 hours, 7 days or 30 days, or everything. */
export const PORTFOLIO_PERIODS = ["day", "week", "month", "all"] as const;
export type PortfolioPeriod = (typeof PORTFOLIO_PERIODS)[number];

/** Tokens that can be swapped, by symbol. */
export const SWAP_ASSETS = ["USDC", "SOL", "BTC", "ETH", "THIN"] as const;

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
/** The languages of what the service writes for people. */
export const SERVICE_LOCALES = ["en", "de", "ar"] as const;
export type ServiceLocale = (typeof SERVICE_LOCALES)[number];
export type CalendarStatus = (typeof CALENDAR_STATUSES)[number];

/** `push.calendar`: of a release. `push.market`: of a price. */
export const PUSH_TYPES = ["push.calendar", "push.market", "push.approval"] as const;
/** What a user switches on and off: the kinds of releases, those of market pushes, and orders that wait for their approval. */
export const PUSH_KINDS = [...CALENDAR_KINDS, "round_level", "price_move", "approval"] as const;
/** Kinds that can also be mailed. */
export const MAIL_KINDS = ["approval"] as const satisfies readonly PushKind[];
export type PushKind = (typeof PUSH_KINDS)[number];
/** When a push of the calendar leaves. `day`: 24 hours before, `soon`: 30 minutes before, `number`: when the number is known. */
export const PUSH_SLOTS = ["day", "soon", "number"] as const;
export type PushSlot = (typeof PUSH_SLOTS)[number];
export const PUSH_CHANNELS = ["inbox", "web"] as const;
export type PushChannel = (typeof PUSH_CHANNELS)[number];
/** What became of a push for a browser. `quiet`: it fell into the quiet hours and is not sent later. `gone`: the browser is not subscribed any more. */
export const PUSH_OUTCOMES = ["sent", "quiet", "gone", "refused", "failed"] as const;
export type PushOutcome = (typeof PUSH_OUTCOMES)[number];
