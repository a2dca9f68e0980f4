/** What the fields of catalysts, moves, news, releases, highlights and signals mean (docs/api/catalysts.md and others). */
import { fieldTexts, joinTexts } from "#lib/kernel/openapi/field-texts.ts";

const CATALYST = {
  type: "Kind of the event",
  status:
    "unconfirmed: one weak source alone. confirmed. disputed: a report denies it. merged: another catalyst is the same",
  magnitude: "1 to 5: how much the event may move prices",
  sentiment: "Which way it points, and how sure that is",
  headline: "Headline of a report, written by its source: show it as text",
  summary: "Summary of a report, written by its source: show it as text",
  assets: "Symbols of the assets that it is about",
  first_seen_at: "When the service first learned of it",
  last_updated_at: "When an evaluation last changed something",
  dedup_key: "The same in every replay of the same events",
  revision: "Number of this revision",
};

const EVENTS = fieldTexts({
  "Catalyst CatalystDetectedEvent.data CatalystUpdatedEvent.data": {
    id: "evt_ and 24 hex characters",
    ...CATALYST,
  },
  sources: {
    url: "Address of the report",
    publisher: "Host name of the address",
    fetched_at: "When the service read it",
  },
  magnitude_parts: {
    authority: "How reliable the sources are, 0 to 1",
    market_cap: "How large the asset is, 0 to 1",
    social_velocity: "How many independent voices came in the first ten minutes, 0 to 1",
    onchain_anomaly:
      "Changes of watched accounts in the half hour before, or the amount that reports name, 0 to 1",
  },
  sentiment: {
    direction: "negative, neutral or positive",
    confidence: "How sure the direction is, 0 to 1; it fades as reports grow old",
  },
  CatalystRevision: {
    revision: "Number of the revision",
    kind: "Why there is a revision",
    changed: "Names of the fields that this revision changed",
    due_at: "When this evaluation was due; null: the revision has another reason",
    recorded_at: "When the service recorded it",
    status: CATALYST.status,
    type: CATALYST.type,
    magnitude: CATALYST.magnitude,
    sentiment: CATALYST.sentiment,
  },
  CatalystEvidence: {
    id: "Id of the news item",
    url: "Address of the report",
    publisher: "Host name of the address, or name of a simulated source",
    simulated: "The source is simulated",
    recorded_at: "When the service learned of it",
    role: "report, denial of the story, or recap of the price alone",
  },
  "CatalystRecord GetCatalystAlertAnswer GetCatalystAnswer": { event: "The catalyst" },
  "GetCatalystAlertAnswer ListCatalystsAnswer GetCatalystAnswer ListHighlightsAnswer GetMoveAnswer ListReleasesAnswer GetReleaseAnswer":
    {
      known_at: "The answer holds what was recorded until then; it never changes for this time",
    },
  "ListCatalystAlertsAnswer ListReleasesAnswer": {
    from: "Start of the window, inclusive",
    to: "End of the window, exclusive",
  },
  SplitCatalystAnswer: {
    catalyst_id: "The catalyst to part again",
    merged_into: "The catalyst that it was merged into",
    given_at: "When the operator decided",
  },
});

const MOVES = fieldTexts({
  "Move ListedMove": {
    id: "mov_ and 24 hex characters",
    direction: "up or down",
    from_price: "Price before the move",
    extreme_price: "The price farthest from the start, so far",
    extreme_at: "When the price was there",
    ended_by:
      "quiet: 15 minutes passed after the extreme. retrace: 60 % was taken back. Null while it goes on",
    incident_id: "The same for moves of a market that are less than 30 minutes apart",
    cause: "Its newest explanation in short; null: not made yet",
    horizon_minutes: "Minutes over which the move was measured",
    parameters_hash: "SHA-256 of the detector's parameters, hex",
  },
  CauseCandidate: {
    catalyst_id: "The catalyst",
    headline: "Headline of the catalyst, written by its source",
    type: "Kind of the catalyst",
    probability: "Probability that it caused the move",
  },
  terms: {
    time: "How close the first report is to the onset",
    asset: "Whether it is about the asset",
    scope: "Whether its reach fits that of the move",
    direction: "Whether its sentiment fits the direction",
    authority: "How reliable its sources are",
    voices: "How many independent voices report it",
    novelty: "How new it was",
    surprise: "How much a number differs from its forecast",
  },
  "MoveExplanation MoveCause GetMoveAnswer.revisions": {
    verdict:
      "pending in the first 2 minutes. attributed: 0.80 or more. possible: 0.40 or more. mechanical: liquidations or funding. unexplained",
    revision: "Number of the explanation",
    recorded_at: "When the service recorded it",
    headline: "Headline of the catalyst, written by its source; null: none",
    type: "Kind of the catalyst; null: none",
    probability: "Probability of the named catalyst; null: none is named",
    catalyst_id: "The named catalyst; null: none",
  },
  "ExplainedMove GetMoveAnswer": {
    move: "The move",
    explanation: "Its newest explanation; null: not made yet",
  },
});

const NEWS = fieldTexts({
  NewsItem: {
    id: "nws_ and 24 hex characters",
    url: "Address of the item",
    publisher: "Host name of the address, or name of a simulated source",
    simulated: "The source is simulated",
    headline: "Headline, written by the source: show it as text",
    summary: "Summary, written by the source: show it as text",
    published_at: "When it was published, as the source claims; null: not given",
    recorded_at: "When the service learned of it",
    role: "report, denial of a story, or recap of the price alone",
    sentiment: "Which way it points; null for an item about no event",
    assets: "Symbols of the assets that it is about",
    catalyst_id: "The catalyst that rests on it; null: none",
  },
  "ListNewsSourcesAnswer.results ListCalendarSourcesAnswer.results": {
    name: "Name of the source",
    publisher: "Host of the source, or its name when it is simulated",
    simulated: "The source is simulated",
    kind: "Format, or service: rss, cryptopanic, gdelt, chain or venue",
    state:
      "fresh. silent: nothing new for a day, of the calendar for a week. failing: the last read failed. waiting: not read yet",
    last_read_at: "When it last answered; null: never",
    last_item_at: "When it last had a new item; null: never",
    error: "Why the last read failed; null: it did not",
    http_status: "HTTP status of the source, with the error http_status; null otherwise",
    items_per_day: "Items of the last day",
  },
});

const CALENDAR = fieldTexts({
  CalendarItem: {
    id: "cal_ and 24 hex characters; the same after a reschedule",
    kind: "What is released",
    scheduled_at: "When it is due",
    forecast: "Forecast, an exact decimal; null: not given",
    previous: "The number before, as it was first released; null: not given",
    revised_previous: "The number before, as revised; null: not given",
    actual: "The released number; null: not released",
    recorded_at: "When the service learned of this state",
    status:
      "scheduled. moved. cancelled. released: the number is known. overdue: 15 minutes late or more",
    url: "Page of the source; null: not given",
    revision: "How often something changed",
  },
  CalendarRevision: {
    revision: "Number of the revision",
    changed: "Names of the fields that this revision changed",
    recorded_at: "When the service recorded it",
    item: "The release at this revision",
  },
  GetReleaseAnswer: { item: "The release" },
});

const HIGHLIGHTS = fieldTexts({
  Highlight: {
    catalyst_id: "The catalyst of the card",
    type: CATALYST.type,
    status: "unconfirmed, confirmed or disputed",
    direction: "negative, neutral or positive",
    confidence: "How sure the direction is, 0 to 1",
    magnitude: "2 to 5: how much the event may move prices",
    assets: "Symbols of the assets that it is about",
    simulated: "All sources of the catalyst are simulated",
    first_seen_at: CATALYST.first_seen_at,
    expires_at: "When the card disappears",
  },
  ReplaceHighlightTagsRequest: {
    muted: "Tags whose cards are not shown, also when they are pinned",
    pinned: "Tags whose cards come first",
  },
});

const SIGNAL_FIELDS = {
  id: "sig_ and 24 hex characters",
  created_at: "When the signal was made",
  direction: "long or short",
  rule: "drift: a move with a known cause goes on. cascade: the price comes back after liquidations. surprise: a number differs from its forecast",
  reasons: "Why there is a signal, and what its conviction rests on",
  catalyst_ids: "Catalysts that it follows from",
  move_id: "The move that it follows from; null: none",
  calendar_id: "The release that it follows from; null: none",
  state:
    "active; invalidated: a minute closed beyond `invalidation`; reached: one closed beyond `target`; expired",
  expires_at: "When it ends if neither level is reached",
  parameters_hash: "SHA-256 of the rules' parameters, hex",
  shadow: "Its rule is still being measured",
  outcome: "How it ended; null while it is active",
};
const SIGNALS = fieldTexts({
  "Signal SignalCreatedEvent.data SignalInvalidatedEvent.data": SIGNAL_FIELDS,
  outcome: { close: "Close of the minute that ended it" },
  reasons: {
    code: "Kind of the reason",
    move_id: "The move",
    catalyst_id: "The catalyst that caused the move",
    calendar_id: "The release",
    kind: "What was released",
    period: "What the number is about, such as `2026-04`; null: not given",
    unit: "Unit of the number; null: not given",
  },
  SignalFigures: {
    rule: SIGNAL_FIELDS.rule,
    shadow: "Of signals in shadow, or of the others",
    active: "Signals that are active now",
    ended: "Signals that have ended",
    baselines: "What simple rules would have had with the same signals",
  },
  "baselines.momentum baselines.coin": {
    ended: "Signals that have ended",
    hit_rate: "Part of the ended signals with a gain",
    mean_result: "Mean gain in units of the risk",
    brier: "Mean squared distance of the conviction from the result, 1 or 0",
  },
  GetSignalRecordAnswer: {
    judged_until: "Minutes that ended by then were judged; null: none",
    parameters_hash: "SHA-256 of the rules' parameters, hex",
  },
});

const PARAMETERS = fieldTexts({
  query: {
    asset: "Only about this asset, by its symbol",
    type: "Only of this type",
    kind: "Only releases of this kind",
    rule: "Only signals of this rule",
    min_magnitude: "Only of this magnitude or more",
    locale: "Language of `text`",
  },
  "listNews.query": {
    from: "Learned of at this time or later",
    to: "Learned of before this time",
  },
  "catalyst catalysts": { id: "Id of the catalyst" },
  moves: { id: "Id of the move" },
  signals: { id: "Id of the signal" },
  calendar: { id: "Id of the release" },
});

export const CATALYST_TEXTS = joinTexts(
  EVENTS,
  MOVES,
  NEWS,
  CALENDAR,
  HIGHLIGHTS,
  SIGNALS,
  PARAMETERS,
);
