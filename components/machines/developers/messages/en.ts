import type { MessageFile } from "#components/i18n/message-types.ts";

const messages = {
  title: "Developers",
  intro:
    "Read markets without a key, act as yourself with one, or sign your own orders. Nothing that moves value happens without a signature of yours.",
  contents: "On this page",
  addresses: "Addresses",
  application: "Application",
  venue: "Venue",

  credentials: "The five credentials",
  credentialsIntro:
    "They are not interchangeable. Sent to another endpoint than its own, a credential is refused with 401, and the answer names the right endpoint.",
  credential: "Credential",
  form: "Form",
  usedBy: "Used by",
  door: "Sent to",
  from: "Where to get one",
  session: "Wallet session",
  session_form: "JWT",
  session_by: "a person who is signed in",
  session_from: "Sign in, then read /api/auth/token. It lasts ten minutes.",
  mcp: "MCP key",
  mcp_form: "svc_sk_ and 64 hex characters",
  mcp_by: "your backend, or one AI client that acts as you",
  mcp_from: "Settings, MCP keys",
  oauth: "OAuth 2.1 grant",
  oauth_form: "svc_at_ and 43 characters",
  oauth_by: "a product that serves many people, each acting as themselves",
  oauth_from: "Register your program: see below",
  bot: "Bot key",
  bot_form: "tbk_ id and tbs_ secret",
  bot_by: "bots that sign their calls with HMAC",
  bot_from: "Settings, bot keys",
  venueKey: "Venue key",
  venueKey_form: "apikey_ and 64 hex characters",
  venueKey_by: "programs that sign their own orders with Ed25519",
  venueKey_from: "One request that your key signs: see docs/api",

  which: "Which key do I need?",
  which_public: "I only read markets, charts and streams.",
  which_public_answer: "None.",
  which_session: "I try something out as the person who is signed in.",
  which_mcp: "My backend or my AI client acts as me.",
  which_oauth: "My product acts for many people.",
  which_bot: "My bot reads my account from a server with a known address.",
  which_venue: "My program signs and sends orders itself.",

  calls: "The first call in 60 seconds",
  callsIntro: "Put the credential into the environment of your shell, then paste.",
  call_public: "Without a key",
  call_session: "With a wallet session",
  call_mcp: "With an MCP key",
  call_assistant: "Assistant endpoint: with an MCP key or an access token",
  call_bot: "With a bot key",
  call_venue: "With a venue key",
  variables: "Variables",
  examples: "TypeScript and Python",
  neverPaste:
    "We never ask for a key. A page that wants you to paste one is not this service. On a leak revoke first, then change your programs.",

  oauthSteps: "OAuth step by step",
  oauthIntro:
    "For products that serve many people: each one signs in here, reads what your product asks for and decides. Any library for OAuth 2.1 with PKCE does these steps by itself.",
  oauth_discover: "1. Find the addresses",
  oauth_discover_text: "The issuer is the address of this service; libraries read this document.",
  oauth_register: "2. Register your program, once",
  oauth_register_text:
    "The answer has the client_id. With client_secret_post or client_secret_basic in the place of none it has a client_secret too, in this answer only.",
  oauth_authorize: "3. Send the person to the consent page",
  oauth_authorize_text:
    "All seven parameters are required. Afterwards the browser comes to redirect_uri with code, state and iss, or with error; compare state and iss. The code lasts 60 seconds.",
  oauth_token: "4. Exchange the code for tokens",
  oauth_token_text:
    "The access token lasts an hour and is sent as Bearer to the assistant endpoint. The refresh token is there when you registered the grant type refresh_token.",
  oauth_refresh: "5. Refresh",
  oauth_refresh_text:
    "Each refresh token works once and brings the next; the grant ends 30 days after the consent. Asking again within ten seconds brings the same answer; later it is taken for theft and ends the grant.",
  oauth_revoke: "6. Give it back",
  oauth_revoke_text:
    "Either token will do: the whole grant ends, and the next call with it is 401. The person can do the same under Connected apps.",
  oauthMore:
    "The scopes are read:market, read:chat, read:points and trade:execute. An answer with 403 names the missing one in WWW-Authenticate: authorize again and ask for it. Loopback redirects may use any port.",
  oauthParameters: "Parameters of the authorization address",
  parameter: "Parameter",
  value: "Value",
  oauth_client_id:
    "from the registration, or the https address of your client ID metadata document",
  oauth_redirect_uri: "one of those that you registered",
  oauth_code_challenge: "BASE64URL(SHA-256(verifier)) without padding",
  oauth_scope: "one or more scopes, separated by spaces",
  oauth_state: "a random text of yours, which comes back as it is",

  tools: "Tools of the assistant endpoint",
  toolsIntro:
    "What tools/list names, with the scope that each one takes. An MCP key has the three reading scopes, and trade:execute when its owner ticked it.",
  tool: "Tool",
  scope: "Scope",
  about: "What it tells machines about itself",
  toolsApproval:
    "Approving is no tool: a proposed order waits five minutes for its owner, who reads it here and signs it. No access token and no key can do that.",

  errors: "Errors",
  errorsIntro:
    "Every refusal has the same body. “error” is a code that never changes its meaning, “message” says what to do.",
  status: "Status",
  meaning: "Meaning",
  error_400: "The request is malformed; the message names the field.",
  error_401:
    "It is not proved who calls. WRONG_CREDENTIAL names the right endpoint. Do not retry it as it is.",
  error_403:
    "Proved, and not allowed: ip_not_allowed names the address that was seen, WALLET_REQUIRED asks for a wallet, INSUFFICIENT_SCOPE for a scope.",
  error_404: "There is no such thing, or it is somebody else's.",
  error_409: "It clashes with the present state.",
  error_422: "Understood, and refused by the market's rules or the account's state.",
  error_429: "Over a limit. Nothing was done: wait Retry-After seconds.",
  error_5xx:
    "On our side, or a restart. 502 and 504 of a write mean that its fate is unknown: read before you try again.",

  limits: "Limits",
  limitsIntro:
    "Every limited answer has RateLimit-Limit, RateLimit-Remaining and RateLimit-Reset; 429 adds Retry-After. Elevated limits are given for a described use and need a list of addresses.",
  what: "What",
  limit: "Limit",
  countedBy: "Counted by",
  perMinute: "{limit} a minute",
  perSeconds: "{limit} in {seconds} s",
  limit_public_data: "Public data",
  limit_pages: "Pages",
  limit_prefetches: "Links fetched ahead",
  limit_sign_in_writes: "Signing in",
  limit_sign_in_mails: "Sign-in mails to one address",
  limit_sign_in_mails_of_address: "Sign-in mails asked for by one client",
  limit_session_mails: "Mails to link or to prove",
  limit_link_mails: "Linking mails to one address",
  limit_key_changes: "Keys made or replaced",
  limit_signed_in: "The signed-in API",
  limit_mcp_key: "An MCP key",
  limit_mcp_key_elevated: "An MCP key with elevated limits",
  limit_bot_key: "A bot key",
  limit_bot_key_elevated: "A bot key with elevated limits",
  limit_oauth_grant: "An app’s grant",
  limit_oauth_rotations: "Refreshes of an app’s tokens",
  limit_oauth_requests: "OAuth requests",
  limit_oauth_registrations: "OAuth clients that register themselves",
  limit_oauth_documents: "OAuth clients that are new here, by their documents",
  limit_staged_orders: "Orders that machines propose",
  limit_key_failures: "Refused credentials (401)",
  by_address: "address",
  by_session: "account",
  by_key: "key",
  by_grant: "grant",
  by_mail: "mail address",

  streams: "Streams",
  streamsIntro:
    "Live market data comes as server-sent events. First comes the state, then every change; a new stream begins with the full state again.",
  event: "Event",
  clients: "Clients and guides",
  clientsIntro:
    "In the repository, to copy into your own project: Node 20 or Python 3.9, no packages.",
  client_venue: "Signing and sending orders, with test vectors",
  client_streams: "Reading the stream and staying connected",
  client_assistant: "OAuth and the assistant endpoint",
  client_bot: "Calling the bot API",

  reference: "API reference",
  referenceIntro:
    "Made from what the service itself checks requests and answers with (OpenAPI 3.1).",
  download: "Download the document",
  venueDocument: "Document of the venue",
  noKey: "no key",
  parameters: "Parameters",
  required: "required",
  requestBody: "Body",
  responses: "Answers",
  schemas: "Schemas",
} as const satisfies MessageFile;

export default messages;
