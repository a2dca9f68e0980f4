/** What the fields of a person's account, keys, apps and notices mean. */
import { fieldTexts, joinTexts } from "#lib/kernel/openapi/field-texts.ts";

const KEY_OWNERS =
  "keys RenameBotKeyAnswer CreateBotKeyAnswer RotateMcpKeyAnswer RenameMcpKeyAnswer CreateMcpKeyAnswer OperatorKey";

const KEYS = fieldTexts({
  [KEY_OWNERS]: {
    id: "Id of the key",
    preview: "Prefix and last four characters of the secret",
    name: "Name of the key",
    state: "active; expiring: within 14 days; expired; revoked",
    createdAt: "When the key was created",
    expiresAt: "When the key expires; null: never",
    revokedAt: "When the key was revoked; null: it was not",
    lastUsedAt: "Time of the last accepted call, some seconds late; null: none",
    lastUsedAddress: "Address of the last accepted call; null: none",
    lastUsedAgent: "User agent of the last accepted call; null: none",
    allowlist: "Addresses and networks that may use the key; empty: every address",
    tier: "default, or elevated limits that the operator granted",
    canStageOrders: "The key may propose orders",
    canManageWebhooks: "The key may manage webhooks",
    canReadPartner: "The key may read partner records",
    replaces: "The key that this one replaced; null: none",
    wrongDoor: "The last endpoint of another kind that the key was sent to; null: none",
    account: "The wallet whose account the bot reads; null: none",
  },
  "CreateBotKeyAnswer RotateMcpKeyAnswer CreateMcpKeyAnswer": {
    secret: "The secret, in this answer only",
  },
  wrongDoor: {
    at: "When it was last sent there",
    path: "Path of that endpoint",
    count: "How often",
  },
  "CreateBotKeyRequest CreateMcpKeyRequest RotateMcpKeyRequest RenameBotKeyRequest RenameMcpKeyRequest":
    {
      name: "Name of the key, 1 to 60 characters on one line",
      allowlist: "Addresses and networks that may use the key, 1 to 64",
      expiresInDays: "Days until the key expires, 1 to 365",
      canStageOrders: "Whether the key may propose orders; false when absent",
      canManageWebhooks: "Whether the key may manage webhooks; false when absent",
      canReadPartner: "Whether the key may read partner records; false when absent",
      overlapHours: "Hours for which the old key still works",
    },
  "ListBotKeysAnswer ListMcpKeysAnswer": { keys: "Keys of the account, the live ones first" },
  "ListMcpKeysAnswer.keys RevokeKeyAnswer": {
    webhooks: "Webhooks that the key registered or changed; they stay when it ends",
  },
  "keys.webhooks RevokeKeyAnswer.webhooks": {
    id: "Id of the webhook",
    origin: "Scheme, host and port of its address",
  },
  RevokeAllMcpKeysAnswer: { revoked: "Number of keys that were revoked" },
  "GetBotKeyUsageAnswer GetGrantUsageAnswer GetMcpKeyUsageAnswer": {
    days: "The last 30 days, the oldest first",
  },
  "GetBotKeyUsageAnswer.days GetGrantUsageAnswer.days GetMcpKeyUsageAnswer.days": {
    day: "Day in UTC",
    outcomes: "Number of requests by `ok` or by error code",
  },
  GetBotIdentityAnswer: {
    keyId: "Id of the key",
    owner: "Account that the key belongs to",
    account: "Wallet whose orders and positions the key reads; null: none",
    address: "Address that the call came from",
    tier: "default, or elevated limits that the operator granted",
    canStageOrders: "The key may propose orders",
    expiresAt: "When the key expires; null: never",
    serverTime: "The service's clock",
  },
  ValidateMcpKeyAnswer: {
    valid: "Always true: other keys get 401",
    id: "Id of the key",
    owner: "Account that the key acts for",
    state: "active, or expiring within 14 days",
    expiresAt: "When the key expires",
    scopes: "What the key may do",
  },
  "SetKeyLimitsAnswer GetKeyAnswer RevokeKeyAnswer": { key: "The key" },
  OperatorKey: { kind: "mcp or bot", userId: "Account of the key" },
  ListKeysAnswer: { keys: "Keys of all accounts that match" },
  GetKeyAnswer: { owner: "Account of the key", usage: "Requests of the last 30 days" },
  "GetKeyAnswer.owner": {
    userId: "Id of the account",
    createdAt: "When the account was created; null: it no longer exists",
    deletedAt: "When the account was deleted; null otherwise",
    identities: "Sign-in methods of the account",
  },
  usage: { day: "Day in UTC", outcome: "ok, or an error code", count: "Number of requests" },
  SetKeyLimitsRequest: {
    allowlist: "New list of addresses; absent: unchanged",
    tier: "New tier; absent: unchanged",
    reason: "Why; it is in the audit log",
    useCase: "What the owner uses the key for; the elevated tier needs it",
  },
  RevokeKeyRequest: { reason: "Why; it is in the audit log" },
});

const IDENTITY = fieldTexts({
  ListIdentitiesAnswer: {
    identities: "Sign-in methods of the account",
    ways: "Sign-in methods that this installation offers beside wallets",
    freshUntil: "Until then changes need no further proof; null: a proof is needed first",
  },
  identities: {
    id: "Id of the sign-in method",
    kind: "wallet, email or oidc",
    label: "Public key, mail address, or the provider's name for the person",
    createdAt: "When it was linked",
    lastUsedAt: "When it was last used",
  },
  ways: { email: "Sign-in by mail is offered", oidc: "The OpenID provider; null: none" },
  oidc: { name: "Display name of the provider" },
  ListSessionsAnswer: { sessions: "Sessions of the account" },
  "ListSessionsAnswer.sessions": {
    id: "Id of the session",
    kind: "How the person signed in",
    address: "Address of the sign-in",
    agent: "User agent of the browser",
    createdAt: "When the session began",
    lastSeenAt: "When it was last used",
    expiresAt: "When it ends",
    current: "It is the session that makes this call",
  },
  sessions: { id: "Id of the session" },
  EndAllSessionsRequest: { keepThis: "true keeps the session that makes this call" },
  EndAllSessionsAnswer: { ended: "Number of sessions that ended" },
  ListAuditEntriesAnswer: {
    entries: "Entries of this page, the newest first",
    userId: "The account",
  },
  "ListAuditEntriesAnswer.entries": {
    id: "Id of the entry",
    at: "When it happened",
    action: "What happened, such as mcp_key.created",
    actorKind: "Who did it: session, mcp_key, bot_key, operator or service",
    actorId: "Id of the session or key; null: none",
    target: "Id of what was changed; null: none",
    address: "Address of the request; null: none",
    agent: "User agent of the request; null: none",
    details: "What else belongs to the action",
  },
  PreviewAccountDeletionAnswer: {
    userId: "Id of the account",
    createdAt: "When the account was created",
    erased: "What a deletion erases, as numbers",
    kept: "What stays: the venue's ledger, and the audit log without addresses and details",
  },
  erased: {
    identities: "Sign-in methods",
    sessions: "Sessions, with ended ones",
    mcpKeys: "MCP keys, with revoked and expired ones",
    botKeys: "Bot keys, with revoked and expired ones",
    connectedApps: "Connected apps, with disconnected ones",
    assistantNotes: "Notes for assistants",
    stagedOrders: "Orders that programs proposed",
    notices: "Notices of the inbox",
    pushBrowsers: "Browsers that get notifications",
    priceAlerts: "Price alerts",
    points: "Balance of points",
    webhooks: "Webhooks",
    purchases: "Purchases by card",
    venueKeys: "Venue keys that this service holds; the venue's records stay",
  },
  GetSessionTokenAnswer: {
    token: "Wallet-session token for `Authorization: Bearer`",
    expiresAt: "When it expires, ten minutes after it was made",
  },
  GetSessionTokenKeysAnswer: { keys: "Public keys, as a JWK Set" },
  "GetSessionTokenKeysAnswer.keys ListStatementKeysAnswer.keys": {
    kty: "Key type",
    crv: "Curve",
    alg: "Algorithm",
    use: "sig: the key verifies signatures",
    kid: "Id of the key",
    x: "x coordinate of the public key, base64url",
    y: "y coordinate of the public key, base64url",
  },
});

const ASSISTANTS = fieldTexts({
  ListAssistantNotesAnswer: {
    notes: "Notes, the newest first",
    most: "How many notes an account may have",
  },
  "notes UpdateAssistantNoteAnswer CreateAssistantNoteAnswer": {
    id: "note_ and 24 hex characters",
    text: "Text of the note",
    createdAt: "When it was written",
    updatedAt: "When it was last changed",
    updated_at: "When it was last changed",
  },
  "UpdateAssistantNoteRequest CreateAssistantNoteRequest": {
    text: "Text of the note, 1 to 1,000 characters",
  },
  "GetAssistantContextAnswer GetAssistantPreferencesAnswer UpdateAssistantPreferencesAnswer": {
    preferences: "What the user chose; absent fields are not chosen",
  },
  "preferences UpdateAssistantPreferencesRequest": {
    language: "ISO 639-1 code of the language to answer in",
    detail: "How much to say: brief, normal or thorough",
    experience: "Experience with trading: new, some or expert",
    risk: "What the user says about risk, at most 300 characters on one line",
  },
  ListGrantsAnswer: {
    grants: "Connections of this page, the live ones first",
    apps: "The apps of these connections",
  },
  "grants AddGrantScopesAnswer": {
    id: "Id of the connection",
    clientId: "Id of the app",
    name: "Name of the app, as the consent page showed it",
    host: "Host of the document that describes the app; null: it registered itself",
    redirectHost: "Host of the redirect, or scheme of an app on the device",
    badge:
      "verified by the operator; domain_verified: document and redirect are of one domain; unverified",
    state: "active, expired or revoked",
    scopes: "What the connection may do",
    createdAt: "When the person approved it",
    expiresAt: "When it expires",
    revokedAt: "When it ended; null: it did not",
    endReason:
      "user, client (the app), reuse (a token came twice), replaced or expired; null: live or not known",
    firstUsedAt: "Time of the first successful call; null: none",
    lastUsedAt: "Time of the last successful call, some seconds late; null: none",
    lastUsedAddress: "Address of the last successful call; null: none",
    lastUsedAgent: "User agent of the last successful call; null: none",
  },
  apps: {
    clientId: "Id of the app",
    connections: "Number of live connections",
    scopes: "Scopes that at least one of them has",
  },
  AddGrantScopesRequest: { scopes: "Scopes to add" },
  RevokeAppGrantsAnswer: { revoked: "Number of connections that ended" },
  query: { client_id: "Id of the app" },
});

const NOTICES = fieldTexts({
  ListNotificationsAnswer: { unread: "Notices that are not read" },
  "ListNotificationsAnswer.results": {
    id: "Id of the notice",
    type: "What happened, such as agentic.executed",
    at: "When it happened",
    data: "Details, by type",
    read_at: "When it was read; null: not yet",
  },
  MarkNotificationsReadRequest: { up_to: "Id of a notice; this one and all older ones are read" },
  "GetNotificationPreferencesAnswer ReplaceNotificationPreferencesAnswer": {
    preferences: "What the user chose",
    quiet_now: "Quiet hours are now",
  },
  caps: {
    calendar: "Most pushes of releases",
    market: "Most pushes of price changes",
    approval: "Most pushes of orders that wait",
    alert: "Most pushes of price alerts",
    trading: "Most pushes of each kind of trading",
  },
  PushChoice: { channel: "inbox, or web: pushes to browsers", kind: "What the push is about" },
  quiet: { from: "First minute of quiet hours", until: "Minute at which they end" },
  ListPushSubscriptionsAnswer: { most: "How many browsers an account may have" },
  PushSubscriptionRecord: {
    id: "Id of the subscription",
    created_at: "When the browser opted in",
    service: "Host of the browser's push service",
    last_sent_at: "When it last got a push; null: never",
  },
  CreatePushSubscriptionRequest: {
    endpoint: "Endpoint of the browser's push service",
    keys: "Keys of the browser's subscription",
    locale: "Language of the pushes",
    time_zone: "IANA time zone of the browser",
  },
  "CreatePushSubscriptionRequest.keys": {
    p256dh: "Public key of the browser, 65 bytes, base64url",
    auth: "Authentication secret of the browser, 16 bytes, base64url",
  },
  TestPushSubscriptionAnswer: {
    outcome:
      "sent. gone: the browser no longer subscribes. refused: by the push service. failed: no answer, or an error there",
  },
  subscriptions: { id: "Id of the subscription" },
  "price-alerts": { id: "Id of the price alert" },
});

const PARAMETERS = fieldTexts({
  "listAuditEntries.query": {
    from: "First moment that counts",
    to: "First moment that no longer counts",
    user: "The account, by id, wallet or mail address",
  },
  "listKeys.query": { query: "Id, preview, account, wallet or mail address" },
  "listWebhooks.query": { user: "Only webhooks of this account" },
});

export const ACCOUNT_TEXTS = joinTexts(KEYS, IDENTITY, ASSISTANTS, NOTICES, PARAMETERS);
