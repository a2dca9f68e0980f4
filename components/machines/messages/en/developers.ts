import type { MessageFile } from "#components/i18n/message-types.ts";

const messages = {
  title: "Developers",
  intro:
    "Read markets without a key, act as yourself with one, or sign your own orders. Funds never move without your signature.",
  documents: "Documentation",
  contents: "On this page",
  addresses: "Base URLs",
  application: "Application",
  venue: "Venue",

  credentials: "The five credentials",
  credentialsIntro:
    "They are not interchangeable. A credential sent to the wrong endpoint is refused with 401, and the answer names the right endpoint.",
  credential: "Credential",
  form: "Form",
  usedBy: "Used by",
  sentTo: "Sent to",
  moreEndpoints: "{count} other addresses",
  from: "Where to get one",
  session: "Wallet session",
  session_form: "JWT",
  session_by: "a signed-in person",
  session_from: "Sign in, then read /api/auth/token. It lasts ten minutes.",
  mcp: "MCP key",
  mcp_form: "svc_sk_ and 64 hex characters",
  mcp_by: "your backend, or one AI client that acts as you",
  mcp_from: "Settings, MCP keys",
  oauth: "OAuth 2.1 access token",
  oauth_form: "svc_at_ and 43 characters",
  oauth_by: "a product with many users, each acting for themselves",
  oauth_from: "Register your program: see below",
  bot: "Bot key",
  bot_form: "tbk_ id and tbs_ secret",
  bot_by: "bots that sign their calls with HMAC",
  bot_from: "Settings, bot keys",
  venueKey: "Venue key",
  venueKey_form: "apikey_ and 64 hex characters",
  venueKey_by: "programs that sign their own orders with Ed25519",
  venueKey_from: "One request that your wallet signs",

  which: "Which key do I need?",
  which_public: "I only read markets, charts and streams.",
  which_public_answer: "None.",
  which_session: "I try something out as the signed-in person.",
  which_mcp: "My backend or my AI client acts for me.",
  which_oauth: "My product acts for many users.",
  which_bot: "My bot reads my account from a server with a known address.",
  which_venue: "My program signs and sends orders itself.",

  calls: "The first call in 60 seconds",
  callsIntro: "Put the credential into your shell's environment, then paste.",
  call_public: "Without a key",
  call_session: "With a wallet session",
  call_mcp: "With an MCP key",
  call_assistant: "MCP server: with an MCP key or an access token",
  call_bot: "With a bot key",
  call_venue: "With a venue key",
  variables: "Variables",
  examples: "TypeScript and Python",
  neverPaste:
    "We never ask for a key. A page that asks you to paste one is not this service. If a key leaks, revoke it first, then update your programs.",

  tour: "Everything with a demo wallet",
  tourIntro:
    "The market of this installation is simulated, so a new wallet can do everything. Paste the steps into one shell, one after the other. You need curl, Node 20 and Python 3.9, or later.",
  tour_wallet: "1. Create a wallet with one credential of each kind",
  tour_tool: "2. Call an MCP tool",
  tour_bot: "3. Sign a bot call",
  tour_deposit: "4. Deposit USDC on chain",
  tour_propose: "5. Propose an order, which waits for approval",
  tour_order: "6. Sign an order and place it at the venue",
  tour_swap: "7. Swap USDC for SOL",
  tour_webhook: "8. Receive a webhook and check its signature",
  tour_catalyst: "9. Ask what moved a price",
  tourMore:
    "Step 1 also prints an address that opens this site as the demo wallet. There you can approve the order of step 5, and consent in the steps of OAuth below. The session token lasts ten minutes; repeat step 1 for a new one.",

  oauthSteps: "OAuth step by step",
  oauthIntro:
    "For products with many users: each user signs in here, sees what your product requests, and decides. Any OAuth 2.1 library with PKCE does these steps for you. To do them by hand, paste them into one shell, one after the other.",
  oauth_discover: "1. Find the addresses",
  oauth_discover_text: "The issuer is the address of this service. Libraries read this document.",
  oauth_register: "2. Register your program, once",
  oauth_register_text:
    "The answer contains the client_id, which the step keeps in SVC_CLIENT_ID. With client_secret_post or client_secret_basic instead of none it also contains a client_secret, shown only once.",
  oauth_authorize: "3. Send the user to the consent page",
  oauth_authorize_text:
    "All seven parameters are required. Paste step 4 before you open the printed address: the browser then returns to redirect_uri with code, state and iss, or with error. Check state and iss.",
  oauth_token: "4. Wait for the code and exchange it",
  oauth_token_text:
    "A small program listens on your computer, checks state and exchanges the code, which is valid for 60 seconds. If your browser could not reach 127.0.0.1, paste this step, then reload that page. The access token is valid for an hour. You get a refresh token if you registered the grant type refresh_token.",
  oauth_call: "5. Call a tool",
  oauth_call_text:
    "Send the access token as a Bearer token to the MCP server. A tool whose scope the user did not allow is refused with 403.",
  oauth_propose: "6. Propose an order",
  oauth_propose_text:
    "This needs trade:execute, which users tick themselves, and a wallet with trading enabled. Nothing is placed: the order waits five minutes at the printed address for the user’s signature.",
  oauth_refresh: "7. Refresh",
  oauth_refresh_text:
    "Each refresh token works once and returns the next one. A repeat within ten seconds returns the same answer. For an hour, the previous token returns an access token only. Any other reuse counts as theft and ends the connection, which ends in any case 30 days after consent.",
  oauth_revoke: "8. Revoke",
  oauth_revoke_text:
    "Send either token: the whole connection ends, and the next call with it gets 401. The user can do the same under Connected apps.",
  oauthMore:
    "The scopes are read:market, read:chat, read:points and trade:execute. A 403 names the missing one in WWW-Authenticate: authorize again and request it. Loopback redirects may use any port.",
  oauthParameters: "Parameters of the authorization URL",
  parameter: "Parameter",
  oauth_client_id: "from the registration, or the https URL of your client ID metadata document",
  oauth_redirect_uri: "one of those you registered",
  oauth_code_challenge: "BASE64URL(SHA-256(verifier)) without padding",
  oauth_scope: "one or more scopes, separated by spaces",
  oauth_state: "random text of yours, returned unchanged",

  tools: "Tools of the MCP server",
  toolsIntro:
    "The tools in tools/list, each with the scope it requires. An MCP key has the three reading scopes, and trade:execute if its owner allowed it.",
  tool: "Tool",
  scope: "Scope",
  about: "Description for assistants",
  toolsApproval:
    "There is no tool for approving: a proposed order waits five minutes for its owner to review and sign it. No access token or key can approve it.",

  errors: "Errors",
  errorsIntro:
    "Every error has the same body. “error” is a stable code, “message” says what to do.",
  meaning: "Meaning",
  error_400: "The request is malformed; the message names the field.",
  error_401:
    "The caller is not authenticated. WRONG_CREDENTIAL names the right endpoint. Do not retry unchanged.",
  error_403:
    "Authenticated, but not allowed: ip_not_allowed names the address that was seen, WALLET_REQUIRED asks for a wallet, INSUFFICIENT_SCOPE for a scope.",
  error_404: "It does not exist, or belongs to another account.",
  error_409: "It conflicts with the current state.",
  error_422: "Understood, but refused by the market's rules or the account's state.",
  error_429: "Rate limit exceeded. Nothing was done: wait Retry-After seconds.",
  error_5xx:
    "A failure of this service, or a restart. After 502 or 504 the outcome of a write is unknown: read before you try again.",

  limits: "Limits",
  limitsIntro:
    "Every limited response has RateLimit-Limit, RateLimit-Remaining and RateLimit-Reset; 429 adds Retry-After. The operator can raise your limits: say what you need them for, and send a list of addresses.",
  what: "What",
  limit: "Limit",
  countedBy: "Counted by",
  perMinute: "{limit} a minute",
  perSeconds: "{limit} in {seconds} s",
  limit_public_data: "Public data",
  limit_pages: "Pages",
  limit_prefetches: "Prefetched links",
  limit_cpu: "Processor time of pages and chain reads, in ms",
  limit_account_cpu: "Processor time of an account’s large reads, in ms",
  limit_anonymous_calls: "Calls without a credential",
  limit_sign_in_writes: "Sign-in requests",
  limit_sign_in_mails: "Sign-in emails to one address",
  limit_sign_in_mails_of_known_browser:
    "Sign-in emails to one address, from browsers that have signed in with it",
  limit_sign_in_mails_of_address: "Sign-in emails requested by one client",
  limit_session_mails: "Emails that link or confirm",
  limit_link_mails: "Linking emails to one address",
  limit_key_changes: "Keys created or replaced",
  limit_signed_in: "The signed-in API",
  limit_mcp_key: "An MCP key",
  limit_mcp_key_elevated: "An MCP key with higher limits",
  limit_bot_key: "A bot key",
  limit_bot_key_elevated: "A bot key with higher limits",
  limit_oauth_grant: "A connected app",
  limit_oauth_rotations: "Refreshes of an app’s tokens",
  limit_oauth_requests: "OAuth requests",
  limit_oauth_registrations: "OAuth clients that register themselves",
  limit_oauth_documents: "New OAuth clients by metadata document",
  limit_staged_orders: "Proposed orders",
  limit_key_failures: "Refused credentials (401)",
  by_address: "address",
  by_session: "account",
  by_key: "key",
  by_grant: "connection",
  by_mail: "email address",

  streams: "Streams",
  streamsIntro:
    "Live market data comes as server-sent events: first the full state, then every change. A new stream starts with the full state again.",
  event: "Event",
  webhooks: "Webhooks",
  webhooksIntro:
    "Events are sent to your own HTTPS URL, signed, with retries on a fixed schedule. You can inspect, test and resend each delivery.",
  toWebhooks: "Manage webhooks",
  clients: "Clients and guides",
  clientsIntro:
    "Documents, and programs to copy into your project. JavaScript needs Node 20, TypeScript Node 22.18 and Python 3.9, or later.",
  client_venue: "Signing and sending orders, with test vectors",
  client_streams: "Reading the stream and staying connected",
  client_webhooks: "Receiving webhooks and checking signatures",
  client_chain: "Deposits, swaps, and what moved prices",
  client_assistant: "OAuth and the MCP server",
  client_bot: "Calling the bot API",

  reference: "API reference",
  referenceIntro: "OpenAPI 3.1, generated from the schemas that validate requests and responses.",
  download: "Download OpenAPI document",
  venueDocument: "OpenAPI document of the Trading API",
} as const satisfies MessageFile;

export default messages;
