/** What the fields of proposed orders, swaps, points, purchases, the chain and OAuth mean. */
import { fieldTexts, joinTexts } from "#lib/kernel/openapi/field-texts.ts";

const STAGED =
  "orders newest GetBotStagedOrderAnswer WithdrawBotStagedOrderAnswer StageBotOrderAnswer StageBotCloseAnswer StageBotModifyAnswer StageBotCancelAnswer ApproveOrderAnswer DeclineOrderAnswer GetApprovalAnswer AgenticIntentEvent.data AgenticExecutedEvent.data";

const STAGED_ORDERS = fieldTexts({
  [STAGED]: {
    source: "The program that proposed the order",
    order: "The order that is to be signed",
    reason: "The proposer's reason: show it as a quotation; null: none",
    reference: "Reference of the proposal; the same one again gives the same order; null: none",
    snapshot: "The market when the order was proposed",
    created_at: "When the order was proposed",
    expires_at: "Until then it can be approved or declined",
    decided_at: "When it stopped waiting; null: it waits",
    result: "The venue's order; null before it is placed",
    error: "Why the venue refused it, or that its answer is missing; null otherwise",
    approval_url: "Page on which its owner reads and signs it",
    state: "State of the proposal",
  },
  source: {
    kind: "mcp_key, oauth_grant or bot_key",
    name: "Name of the key, or of the app",
  },
  "order protection": {
    side: "BUY or SELL",
    size: "Size in the base asset",
    price: "Limit price; null for other types",
    order_type: "MARKET, LIMIT, TAKE_PROFIT_MARKET or STOP_LOSS_MARKET",
    time_in_force: "GTC, IOC or FOK",
    flags: "Bit field: 1 post-only, 2 reduce-only",
    trigger_price: "Price at which the order triggers; null without a trigger",
    trigger_source: "Price that the trigger watches; null without a trigger",
  },
  snapshot: {
    mark_price: "The mark; null: not known",
    mark_updated_at: "When the mark was accepted; null: not known",
    best_bid: "Best price of a buy order; null: not known",
    best_ask: "Best price of a sell order; null: not known",
    notional: "Value of the order in USDC; null: not known",
    fee: "Estimated taker fee in USDC; null: not known",
    initial_margin: "Initial margin that the order needs, in USDC; null: not known",
    margin_missing:
      "Margin that the account lacked, in USDC; null: not known, or the order waits for a trigger",
    fillable:
      "Size that the book would have filled at once; null for an order that may rest or waits for a trigger",
    position: "Signed size of the position before the order; null: not known",
  },
  "warnings error": { code: "Code of the warning or error", message: "For people: what it means" },
  "result GetApprovalAnswer.result": {
    order_id: "Id of the order at the venue",
    status: "Status of the order when it was placed",
    filled_size: "What was filled at once",
    avg_fill_price: "Average price of these fills; null: none",
    cancel_reason: "Why it was closed unfilled; empty otherwise",
  },
  "ListBotStagedOrdersAnswer ListApprovalsAnswer": {
    orders: "Orders of this page, the newest first",
  },
  CountWaitingApprovalsAnswer: {
    count: "Number of orders that wait",
    newest: "The newest of them; null: none",
  },
  approvals: { id: "Id of the proposed order" },
  "staged-orders": { id: "Id of the proposed order" },
  "listBotStagedOrders.query listApprovals.query": {
    state: "Only those that wait, or all of them",
  },
});

const SWAP = {
  id: "Id of the swap",
  status:
    "submitted, unknown, confirmed, finalized, failed, expired or dropped; settling, refunding and refunded for another network",
  network: "Network of the swap",
  simulated: "The network is simulated",
  wallet: "Wallet that signed",
  in: "What the wallet paid",
  fee_without_discount: "The fee without the discount of referred users",
  route: "Venues, in the order of the hops",
  usd: "Value in USD; null without a price for that minute",
  slot: "Slot of the transaction; null before it landed",
  block_time: "Time of its block; null before it landed",
  plan: "The plan that was sent with it; null: it was sent past this service",
};
const SWAPS = fieldTexts({
  "ListSwapsAnswer.results GetSwapAnswer SwapConfirmedEvent.data SwapFailedEvent.data SendSwapAnswer PointsHistory.results.swap":
    { ...SWAP, out: "What the wallet got" },
  TapeSwap: {
    id: SWAP.id,
    in: SWAP.in,
    out: "What the wallet got",
    simulated: SWAP.simulated,
    status: "confirmed, finalized, or dropped: a fork took it away",
    slot: "Slot of the transaction",
    block_time: "Time of its block",
  },
  "in out fee": { asset: "Symbol of the asset", amount: "Amount of the asset" },
  destination: { network: "Network that gets the output", address: "Wallet that gets it there" },
  RoutePlan: {
    in: "What is swapped",
    out: "The least that must arrive",
    route: "Hops, in their order",
    slippage_bps: "Accepted slippage in hundredths of a percent",
    priority_fee_lamports: "Priority fee in lamports",
  },
  "RoutePlan.in": {
    amount: "Amount as a number",
    units: "Exact amount in base units",
  },
  "RoutePlan.out": {
    amount_min: "Least amount as a number",
    units_min: "Exact least amount in base units",
  },
  "RoutePlan.route": {
    venue: "Name of the venue",
    impact_bps: "Price impact of the hop in hundredths of a percent",
  },
  SendSwapRequest: { plan: "What the transaction is to do" },
  GetSwapTermsAnswer: { swaps: "How swaps are made here; null: they are not available" },
  swaps: {
    network: "Network of the swaps",
    simulated: "The network is simulated",
    pools: "Pools that a route may pass; empty on a real network",
    reference: "Read-only account that a fee transfer must name",
  },
  "swaps GetSwapFeeAnswer": { fee_ppm: "Fee in parts per million of the input" },
  pools: {
    venue: "Name of the pool in plans",
    address: "Account of the pool",
    vault_a: "Token account of its first asset",
    vault_b: "Token account of its second asset",
  },
  destinations: {
    network: "Name of the network",
    simulated: "The network is simulated",
    to_chain: "Name of that network at the relay",
    assets: "Assets that can be paid out there",
  },
  Points: { balance: "All points now", week: "This week" },
  "Points.week": {
    start: "Start of the week: Monday, 00:00 UTC",
    end: "End of the week",
    points: "Points of the week so far",
    most: "Most points of a week",
  },
  "PointsHistory.results PointsCreditedEvent.data PointsReversedEvent.data": {
    seq: "Number of the change",
    balance: "Balance after the change",
    week: "Start of the week: Monday, 00:00 UTC",
    kind: "credit or reversal",
    week_points: "Points of the week after the change",
    created_at: "When it was recorded",
    swap: "The swap that caused the change",
  },
});

const ONRAMP = fieldTexts({
  GetOnrampTermsAnswer: { onramp: "How USDC is bought; null: not available" },
  onramp: {
    provider: "Provider of the checkout",
    currencies: "Currencies that can be paid with",
    least: "Smallest amount of a purchase",
    most: "Largest amount of a purchase",
  },
  "Purchase CreateOnrampSessionRequest": { currency: "Currency of the payment" },
  Purchase: {
    id: "onr_ and 24 hex characters",
    status: "created, pending, paid, delivered, failed or refunded",
    provider: "Provider of the checkout",
    network: "Network on which the USDC arrive",
    simulated: "No real money is paid",
    amount: "Amount of the currency",
    explorer_url: "The payment in a block explorer; null without one",
    created_at: "When the purchase was begun",
    changed_at: "When the purchase last changed",
  },
  callbacks: { provider: "Name of the provider" },
});

const CHAIN = fieldTexts({
  GetVaultAnswer: { vault: "Where deposits go; null: money cannot enter and leave here" },
  vault: {
    network: "Network of the vault",
    sandbox_url: "Shows transactions of a simulated chain; null on a real one",
    gives_tokens: "A new wallet can ask for simulated SOL and USDC",
    has_addresses:
      "Each account has a deposit address of its own, to which a deposit needs no memo",
  },
  "CallChainRequest CallChainAnswer McpRequest McpAnswer": {
    jsonrpc: "Version of JSON-RPC",
    id: "Id of the request; the answer repeats it",
  },
  CallChainRequest: { method: "Name of a listed read method", params: "Parameters of the method" },
  CallChainAnswer: {
    result: "Result of the method",
    error: "Error of the node, in place of a result",
  },
  error: { data: "Details of the error" },
  "McpAnswer.error": { message: "For people: what is wrong" },
});

const TRADING = fieldTexts({
  "GetVenueFillSummaryAnswer GetVenueFundingSummaryAnswer": {
    total: "Sums of the whole span",
    days: "Sums by day (UTC), the newest first",
    markets: "Sums by market",
    complete: "false: the sums contain only rows since `since`",
    since: "Unix milliseconds from which on rows are contained; null: all are",
  },
  "total days markets": {
    day: "Day in UTC",
    market: "Symbol of the market",
    volume: "Traded value in USDC",
    fees: "Fees in USDC; negative is a rebate",
    realized_pnl: "Realised PnL in USDC",
    fills: "Number of fills",
    paid: "Funding paid, in USDC",
    received: "Funding received, in USDC",
    payments: "Number of funding payments",
  },
});

const OAUTH_METADATA = fieldTexts({
  GetAuthorizationServerMetadataAnswer: {
    issuer: "Identifier of the authorization server",
    authorization_endpoint: "Address that the browser is led to",
    token_endpoint: "Address that exchanges codes and refresh tokens",
    registration_endpoint: "Address at which clients register",
    revocation_endpoint: "Address that ends a connection",
    userinfo_endpoint: "Address that says whose token it is",
    pushed_authorization_request_endpoint: "Address that takes the parameters ahead (RFC 9126)",
    service_documentation: "Documentation for developers",
    scopes_supported: "Scopes that can be requested",
    response_types_supported: "Response types",
    response_modes_supported: "Response modes",
    grant_types_supported: "Grant types",
    token_endpoint_auth_methods_supported: "How a client identifies itself for tokens",
    revocation_endpoint_auth_methods_supported:
      "How a client identifies itself to end a connection",
    code_challenge_methods_supported: "PKCE methods",
    authorization_response_iss_parameter_supported: "The redirect names the issuer (RFC 9207)",
    client_id_metadata_document_supported: "A client id may be the address of its document",
    request_parameter_supported: "Request objects are not supported",
    request_uri_parameter_supported: "Request objects by address are not supported",
  },
  "GetResourceMetadataAnswer GetAssistantEndpointMetadataAnswer": {
    resource: "Address of the MCP server",
    resource_name: "Name of the service",
    resource_documentation: "Documentation for developers",
    authorization_servers: "Issuers of its tokens",
    scopes_supported: "Scopes that can be requested",
    bearer_methods_supported: "How a token is sent",
  },
});

const OAUTH = fieldTexts({
  "GetTokenUserAnswer PostTokenUserAnswer": {
    client_id: "Id of the app",
  },
  "PushedAuthorizationRequest query": {
    response_type: "code",
    code_challenge_method: "S256",
  },
  TokenRequest: { grant_type: "authorization_code or refresh_token" },
  TokenAnswer: { token_type: "Bearer" },
  TokenRevocation: { token_type_hint: "Kind of the token; not needed" },
  "RegisteredClient ClientRegistration": {
    application_type: "web or native",
    grant_types: "authorization_code, and refresh_token for clients that refresh",
    response_types: "code",
    token_endpoint_auth_method:
      "How the client identifies itself; none for programs without a secret",
  },
  RegisteredClient: { client_secret_expires_at: "0: the secret does not expire" },
});

const PARAMETERS = fieldTexts({
  query: {
    account: "Public key of the account that you expect; another one is refused",
    cursor: "`next` of the page before",
    limit: "Most rows of the answer",
    market: "Symbol of the market",
    page_size: "Most rows of the answer, 1 to 1,000",
    period: "The last 24 hours, 7 days or 30 days, or everything",
    resolution: "Length of a bar in seconds",
    start_at: "First start of a bar, Unix milliseconds",
    end_at: "Last start of a bar, Unix milliseconds",
    status: "Open orders, or all of them",
    from: "Start of the span, inclusive; Unix milliseconds",
    to: "End of the span, exclusive; Unix milliseconds",
  },
  "listBotOrders.query listVenueFills.query listVenueFundingPayments.query listVenueOrders.query listVenueTransfers.query":
    { to: "Unix milliseconds: the first page begins near the newest row before it" },
  orders: { id: "Id of the order" },
  signers: { pubkey: "Public key of the signer" },
});

export const MARKET_TEXTS = joinTexts(
  STAGED_ORDERS,
  SWAPS,
  ONRAMP,
  CHAIN,
  TRADING,
  OAUTH_METADATA,
  OAUTH,
  PARAMETERS,
);
