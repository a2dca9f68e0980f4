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
    "They are not interchangeable. Sent to another door than its own, a credential is refused with 401, and the answer names the right door.",
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
  oauth_form: "an access token",
  oauth_by: "a product that serves many people, each acting as themselves",
  oauth_from: "This installation issues none.",
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
  call_bot: "With a bot key",
  call_venue: "With a venue key",
  variables: "Variables",
  examples: "TypeScript and Python",
  neverPaste:
    "We never ask for a key. A page that wants you to paste one is not this service. On a leak revoke first, then change your programs.",

  errors: "Errors",
  errorsIntro:
    "Every refusal has the same body. “error” is a code that never changes its meaning, “message” says what to do.",
  status: "Status",
  meaning: "Meaning",
  error_400: "The request is malformed; the message names the field.",
  error_401:
    "It is not proved who calls. WRONG_CREDENTIAL names the right door. Do not retry it as it is.",
  error_403:
    "Proved, and not allowed: ip_not_allowed names the address that was seen, WALLET_REQUIRED asks for a wallet.",
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
  by_address: "address",
  by_session: "account",
  by_key: "key",
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
