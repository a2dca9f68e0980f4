/** What the fields of the partner programme mean (docs/api/partner.md). */
import { fieldTexts, joinTexts } from "#lib/kernel/openapi/field-texts.ts";

const FIGURES = {
  fees: "Charged fees in USD, less those that were reversed",
  earned: "What the partner earned from them, in USD",
  count: "Number of fees, less those that were reversed",
};
export const LEVEL = {
  level: "Level of the partner, 1 to 6",
  share_percent: "Share of each fee that the partner earns, in percent",
};
const BALANCES = {
  accrued: "Everything that was earned so far, in USD",
  settled: "What was paid, in USD",
  in_transit: "What is on its way to the partner, in USD",
  pending: "What is earned and not yet in a settlement, in USD",
};
const SETTLEMENT = {
  id: "stl_ and 24 hex characters",
  created_at: "When the settlement was created",
  period_end: "It contains everything that had accrued until then",
  amount: "Amount in USDC",
  state:
    "created: not paid yet. submitted: the payment's signature is known. confirmed: the chain shows the payment as final. failed: the amount is pending again",
  network: "Network of the payment",
  mint: "Mint of USDC on that network",
  recipient: "Wallet that is paid",
  signature: "Signature of the payment; null before it is submitted",
  slot: "Slot of the payment; null before it landed",
  submitted_at: "When the payment's signature became known; null before",
  ended_at: "When it was confirmed or failed; null before",
  failure: "Why it failed; null otherwise",
  explorer_url: "The payment in a block explorer; null without one",
  simulated: "The payment is on a simulated network and represents no money",
};
const RANGE = {
  from: "Start of the range, inclusive; null: from the first row",
  to: "End of the range, exclusive; null: the time of the snapshot",
};
const ROW = {
  seq: "Number of the ledger row",
  accrued_at: "When it counts",
  occurred_at: "When it happened; a late arrival counts when it arrives",
  product: "perp, swap or prediction",
  source: "Where the fee came from; copy trading counts as perp",
  referral_id: "The referral whose fee it was",
  fee: "The charged fee in USD, which is the basis; negative for a reversal",
  gross: "The fee in USD before the referral's discount",
  level: "The level before this fee was counted",
  share_percent: "Share of the fee that the partner earned, in percent",
  window_fees: "Fees of the 720 hours before, which set the level",
  ruleset: "Rules by which the level was computed",
  reverses_seq: "The row that this reversal takes back; null otherwise",
  origin: "venue: the venue's feed. chain: a swap on the chain. operator: booked by the operator",
  simulated: "The row comes from a simulation and represents no money",
  hash: "SHA-256 of the hash before, a line feed and the row's CSV line, hex",
};

const READS = fieldTexts({
  "ListPartnerEarningsAnswer ListPartnerReferralsAnswer ListPartnerSettlementsAnswer GetPartnerStatementAnswer GetPartnerSummaryAnswer GetPartnerAnswer ListPartnerLinksAnswer CreatePartnerLinkAnswer UpdatePartnerLinkAnswer":
    {
      as_of: "Time of the snapshot. Pass it on to read the same figures again",
      ledger_seq: "Last ledger row of the snapshot. Pass it on as `as_of_seq`",
    },
  "ListPartnerEarningsAnswer ListPartnerReferralsAnswer GetPartnerStatementAnswer ListPartnerLinksAnswer CreatePartnerLinkAnswer UpdatePartnerLinkAnswer":
    RANGE,
  ListPartnerEarningsAnswer: {
    granularity: "Length of a bucket",
    tz: "Time zone of the buckets",
    totals: "Figures of the whole range, on every page",
  },
  "ListPartnerEarningsAnswer.totals ListPartnerReferralsAnswer.results.figures ListPartnerReferralsAnswer.results.total GetPartnerStatementAnswer.totals ListPartnerEarningsAnswer.results by_product ListPartnerLinksAnswer.results.figures CreatePartnerLinkAnswer.results.figures UpdatePartnerLinkAnswer.results.figures without_link.figures ListPartnerEarningsAnswer.totals.copy ListPartnerEarningsAnswer.results.copy ListPartnerReferralsAnswer.results.copy GetPartnerStatementAnswer.totals.copy":
    FIGURES,
  "totals ListPartnerEarningsAnswer.results ListPartnerReferralsAnswer.results": {
    by_product: "The figures by product",
    copy: "The part from copy trading, which perp contains",
  },
  by_product: { product: "perp, swap or prediction" },
  "ListPartnerEarningsAnswer.results": {
    ...ROW,
    from: "Start of the bucket, inclusive",
    to: "End of the bucket, exclusive",
    kind: "accrual, or reversal of an earlier fee",
    reversed_by_seq: "The row that took this fee back; null otherwise",
    link: "Code of the link by which the referral came; null: imported",
  },
  ListPartnerReferralsAnswer: { count: "Number of referrals on all pages that match" },
  "ListPartnerReferralsAnswer.results": {
    id: "ref_ and 24 hex characters: a pseudonym of the person",
    wallets: "First and last four characters of each wallet",
    joined_at: "When the person signed up",
    discount:
      "set: the venue charges the discounted fee to all wallets. pending: not to all of them yet",
    last_fee_at: "Time of the latest fee; null before the first one",
    figures: "Figures of the requested range and product",
    total: "Figures of all time, of the requested product",
    simulated: "The referral's fees come from a simulation",
    review:
      "held: looks like the partner's own and is not paid yet. accepted or rejected: the operator's decision. Null: nothing was noticed",
    alias: "The partner's own name for the referral; null without one",
    note: "The partner's own note; null without one",
    link: "Code of the link by which the person came; null: imported",
    via: "link: followed. code: typed at the sign-up or after. import: from a list of the operator. Null: unknown",
    tags: "Sub-id and UTM parameters of the followed address",
  },
  tags: {
    sub: "Value of `sub` or `s` in the followed address; null: none",
    utm_source: "Value of `utm_source`; null: none",
    utm_medium: "Value of `utm_medium`; null: none",
    utm_campaign: "Value of `utm_campaign`; null: none",
    utm_content: "Value of `utm_content`; null: none",
    utm_term: "Value of `utm_term`; null: none",
  },
  "UpdatePartnerReferralAnswer UpdatePartnerReferralRequest": {
    id: "Id of the referral",
    alias: "Your own name for the referral; null or empty removes it",
    note: "Your own note; null or empty removes it",
  },
  ListPartnerSettlementsAnswer: { totals: "Sums of all settlements, on every page" },
  "ListPartnerSettlementsAnswer.totals": {
    settled: BALANCES.settled,
    in_transit: BALANCES.in_transit,
  },
  "ListPartnerSettlementsAnswer.results OperatorSettlement": SETTLEMENT,
});

const SUMMARY = fieldTexts({
  GetPartnerSummaryAnswer: {
    ...LEVEL,
    referred_fees_30d: "Referred fees of the last 720 hours, in USD; they set the level",
    window: "The 720 hours that set the level",
    by_product: "Figures by product",
    next_level: "The next level, and what is missing; null at the highest level",
    rolloff: "When the level falls if no new fees come",
    forecast: "Fees of the window in the next 30 days if no new fees come; the first is now",
    balances: "What was earned, paid, is on its way, and is pending",
    first_accrued_at: "Time of the first row; null for an empty ledger",
    referrals: "Number of referrals",
    referral: "The partner's first link",
    ruleset: "Rules of the levels",
    head_hash: "SHA-256 of the ledger up to `ledger_seq`, hex",
    simulated: "The market or some rows are simulated",
  },
  "GetPartnerSummaryAnswer.window": {
    from: "Start of the window, exclusive",
    to: "End of the window, inclusive",
  },
  "GetPartnerSummaryAnswer.by_product of_which_copy": {
    fees_30d: "Referred fees of the window, in USD",
    earned_30d: "Earnings of the window, in USD",
    fees_total: "Referred fees of all time, in USD",
    earned_total: "Earnings of all time, in USD",
    of_which_copy: "The part from copy trading; null for other products than perp",
  },
  next_level: {
    ...LEVEL,
    threshold: "Fees of the window that the level needs, in USD",
    remaining: "Fees that are missing, in USD",
    progress: "Reached part of the threshold, 0 to 1",
    pace: "When the level is reached at the pace of the last seven days",
  },
  pace: {
    fees_7d: "Referred fees of the last seven days, in USD",
    reached_at: "When the threshold is reached; null: not within 30 days",
  },
  forecast: { at: "Time of the figure", fees_30d: "Fees of the window at that time, in USD" },
  rolloff: {
    ...LEVEL,
    at: "When fees turn 720 hours old and the level falls",
    fees_30d: "Fees of the window at that time, in USD",
    to_hold: "New referred fees before `at` that would keep the present level, in USD",
  },
  balances: {
    ...BALANCES,
    reconciles: "accrued = settled + in_transit + pending, from three separate reads",
  },
  "GetPartnerSummaryAnswer.referral": {
    code: "Code of the link",
    url: "Address of the link",
    discount_percent: "Discount on the fees of referrals, in percent",
  },
  ruleset: {
    id: "Name of the rules",
    window_hours: "Length of the window in hours",
    levels: "Levels, the lowest first",
  },
  levels: {
    level: "Number of the level",
    threshold: "Fees of the window from which on it counts, in USD",
    share_percent: LEVEL.share_percent,
  },
});

const STATEMENT = fieldTexts({
  GetPartnerStatementAnswer: {
    partner: "The partner whose ledger it is",
    tz: "Time zone of the range",
    now: "Level and head of the ledger at `as_of`, whatever the range",
    opening: "The ledger before the range",
    closing: "The ledger after the range",
    totals: "Sums of the range",
    ruleset: "Rules of the levels",
    simulated: "Some rows are simulated",
    signature: "Compact JWS over partner, range, snapshot, ends of the chain and balances",
    entries: "Rows of the range, the oldest first",
  },
  "GetPartnerStatementAnswer.partner": { id: "Id of the partner", code: "Code of the first link" },
  "GetPartnerStatementAnswer.now": {
    ...LEVEL,
    referred_fees_30d: "Referred fees of the last 720 hours, in USD",
    head_hash: "SHA-256 of the ledger up to `ledger_seq`, hex",
  },
  "opening closing": {
    seq: "Last row before this point; 0 before the first one",
    hash: "Hash of that row, hex",
    balances: "Balances at this point",
    accounts: "Balances by account; debits equal credits",
  },
  accounts: {
    account: "Name of the account",
    side: "Whether the balance is a debit or a credit",
    amount: "Balance in USD",
  },
  "GetPartnerStatementAnswer.totals": {
    settlements: "Put into settlements, in USDC",
    payments: "Paid, in USDC",
    returns: "Returned by failed payments, in USDC",
  },
  "GetPartnerStatementAnswer.entries": {
    ...ROW,
    kind: "accrual, reversal, settlement, payment or return",
    debit: "Account that is debited",
    credit: "Account that is credited",
    amount: "Amount of the row, above zero",
    settlement_id: "The settlement that the row belongs to; null for fees",
    reference: "Identifies trade and order without revealing whose they were",
  },
});

const PROFILE = fieldTexts({
  "GetPartnerAnswer JoinPartnerProgrammeAnswer UpdatePartnerAnswer": {
    partner: "The partner; null before joining",
    payouts: "When and from which amount on payouts are made",
  },
  payouts: {
    available: "Payouts are set up on this installation",
    day: "Day of the month (UTC) on which payouts are prepared; null: no fixed day",
    next_at: "The next such day; null without one",
    minimum: "Smallest payout in USDC; less stays pending",
    wallet_wait_hours: "Hours until a new payout wallet is paid",
  },
  partner: {
    id: "ptr_ and 24 hex characters",
    code: "Code of the first link",
    url: "Address of the first link",
    joined_at: "When the partner joined",
    payout_address: "Wallet that earnings are paid to; null until one is chosen",
    payout_next: "The wallet that replaces it; null when no change waits",
    payout_choices: "Linked wallets, one of which can be the payout wallet",
    payout_schedule:
      "every_run: each time the operator pays. monthly: at most once a calendar month. on_request: only after a request",
    payout_minimum:
      "Smallest payout in USDC that the partner wants; the operator's without an own one",
    payout_minimum_is_own: "true when the partner chose the minimum",
    payout_requested_at: "When a payout was requested that was not created yet; null: none",
    payout_at:
      "The next day on which the partner can be paid; null: no fixed day, or a request is needed",
    in_preparation: "Payouts that are created and not final, oldest first",
    last_paid: "The latest payout that was paid; null before the first one",
    payee: "What statements print of the payee; null: nothing",
    mail_notices: "Notices also go to the account's mail addresses",
  },
  in_preparation: {
    settlement_id: "stl_ and 24 hex characters",
    amount: "Amount in USDC",
    created_at: "When it was created",
    state: "created: not sent yet. submitted: sent, and not final",
  },
  last_paid: {
    amount: "Amount in USDC",
    created_at: "When it was created",
    paid_at: "When the chain showed the payment as final",
  },
  payee: {
    name: "Name of the payee, one line of Latin letters",
    address: "Address, at most six lines of 60 letters",
    tax_id: "Tax id, one line",
  },
  payout_next: { address: "The new payout wallet", at: "From then on it is paid" },
  JoinPartnerProgrammeRequest: { code: "Code of your link; without it the service makes one" },
  UpdatePartnerRequest: {
    payout_address: "One of `payout_choices`; the present one stops a change that waits",
    payout_schedule: "When you want to be paid: every_run, monthly or on_request",
    payout_minimum: "Smallest payout in USDC, within the operator's bounds; null: the operator's",
    payout_request: "true asks for a payout, false takes the request back",
    payee: "What statements print of the payee; null removes it",
    mail_notices: "Whether notices also go to your mail addresses",
  },
  "ListPartnerLinksAnswer CreatePartnerLinkAnswer UpdatePartnerLinkAnswer": {
    results: "All links, the first one first",
    without_link: "Referrals that the operator imported; with the links they make the whole",
    most: "How many links a partner may have",
  },
  "ListPartnerLinksAnswer.results CreatePartnerLinkAnswer.results UpdatePartnerLinkAnswer.results":
    {
      code: "Code of the link",
      url: "Address of the link",
      name: "Name of the link; null for the first one",
      is_first: "true for the link that came with joining",
      created_at: "When the link was created",
      clicks: "Clicks in the range, at most one per browser and day in UTC",
      conversion: "Sign-ups after a click, by clicks, 0 to 1; null: it cannot be computed",
      sign_ups: "Referrals that signed up by this link in the range",
      traders: "Those of them that have paid a fee",
      figures: "Figures of all referrals of the link in the range",
    },
  without_link: {
    sign_ups: "Imported referrals of the range",
    traders: "Those of them that have paid a fee",
    figures: "Figures of all imported referrals in the range",
  },
  "GetAccountReferralAnswer SetAccountReferralAnswer": {
    referral: "The partner's referral that the account is; null: none",
    open_until: "Until then a code can be entered; null: no longer, or not needed",
    discount_percent: "How much less a referral pays in fees, in percent",
  },
  referral: {
    code: "Code of the partner's link; null: imported",
    since: "From then on the discount applies and the partner earns",
  },
  SetAccountReferralRequest: { code: "Code of a partner's link" },
  "CreatePartnerLinkRequest UpdatePartnerLinkRequest": {
    name: "Name of the link",
    code: "Code of the link; without it the service makes one",
  },
  "GetPartnerPostbackAnswer ReplacePartnerPostbackAnswer DeletePartnerPostbackAnswer TestPartnerPostbackAnswer":
    {
      postback: "The postback; null: none is set",
      calls: "The latest 20 calls, newest first",
    },
  postback: {
    url: "The address with its macros",
    events: "Events for which it is called",
    paused_at: "When it was paused after ten calls that failed; null: it is active",
    created_at: "When it was first set",
  },
  calls: {
    id: "pbk_ and 24 hex characters, also in the header X-Svc-Delivery-Id",
    event: "The event",
    test: "true for a call with sample values",
    state: "pending: an attempt is due. delivered: the answer was 2xx. dead: five attempts failed",
    attempts: "Attempts that began",
    created_at: "When the event was announced",
    attempted_at: "When the last attempt ended; null: none yet",
    next_attempt_at: "When the next attempt is due; null: none",
    url: "The address of the last attempt; null: none yet",
    status: "Status of the last answer; null without one",
    failure: "Why the last attempt failed; null: it did not",
  },
  "ReplacePartnerPostbackRequest TestPartnerPostbackRequest": {
    url: "An https address with macros such as {sub}",
    events: "Events for which it is called; all when absent",
    event: "The event whose sample is sent",
  },
  ListPartnerNoticesAnswer: { unread: "Notices that are not read" },
  "ListPartnerNoticesAnswer.results": {
    id: "Id of the notice",
    kind: "What happened: a change of level, or of a settlement",
    at: "When it happened",
    data: "Figures of the notice, by its kind",
    read_at: "When it was read; null: not yet",
  },
  MarkPartnerNoticesReadRequest: { up_to: "Id of a notice; this one and all older ones are read" },
  ListStatementKeysAnswer: { keys: "Public keys, as a JWK Set" },
});

const PARAMETERS = fieldTexts({
  "listPartnerEarnings.query listPartnerReferrals.query listPartnerSettlements.query getPartnerStatement.query getPartnerSummary.query listPartnerLinks.query":
    {
      as_of: "Time of a snapshot, from an earlier answer",
      as_of_seq: "`ledger_seq` of the same answer",
      from: "Start of the range, inclusive: a time, or a date in `tz`",
      to: "End of the range, exclusive: a time, or a date in `tz`",
      tz: "IANA time zone of dates and buckets; UTC when absent",
      format: "Form of the answer: JSON, or a file",
      lang: "Language of the PDF: en, de or ar, which is English",
      limit: "Rows of a page, at most 1,000",
    },
  query: {
    granularity: "Length of a bucket; without it the answer lists fees",
    product: "Only this product",
    referral_id: "Only this referral",
    settlement_id: "Only this settlement",
    search: "Text in alias, note, id, masked wallet, link or tag",
    link: "Only referrals of the link with this code",
  },
  "listPartnerReferrals.query": {
    sort: "Order: joined, last_fee, fees or earned",
    order: "desc: the latest or most first. asc: the other way",
  },
  links: { code: "Code of the link" },
  referrals: { id: "Id of the referral" },
});

export const PARTNER_TEXTS = joinTexts(READS, SUMMARY, STATEMENT, PROFILE, PARAMETERS);
