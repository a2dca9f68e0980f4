/** The refusals that an operation may answer, derived from its definition; each code with the status of the catalogue. */
import { ERRORS } from "#lib/kernel/errors/error-catalogue.ts";
import type { ErrorCode } from "#lib/kernel/errors/errors.ts";
import type { Answer, Json, Method } from "#lib/kernel/openapi/operation.ts";
import type { LimitName } from "#lib/platform/http/rate-limits.ts";
import type { Credential } from "#lib/server/credentials/find-caller.ts";
import { limitOf } from "#lib/server/request-limits.ts";
import { CREDENTIALS, limitText } from "./credentials.ts";

const KEY: readonly ErrorCode[] = [
  "MISSING_CREDENTIAL",
  "MALFORMED_CREDENTIAL",
  "WRONG_CREDENTIAL",
  "UNKNOWN_KEY",
  "EXPIRED_KEY",
  "REVOKED_KEY",
  "ip_not_allowed",
];
const SESSION: readonly ErrorCode[] = [
  "SIGN_IN_REQUIRED",
  "INVALID_TOKEN",
  "MALFORMED_CREDENTIAL",
  "WRONG_CREDENTIAL",
  "CROSS_ORIGIN",
];
const TOKEN: readonly ErrorCode[] = [
  "MISSING_CREDENTIAL",
  "MALFORMED_CREDENTIAL",
  "WRONG_CREDENTIAL",
  "UNKNOWN_TOKEN",
  "EXPIRED_TOKEN",
  "REVOKED_GRANT",
  "INSUFFICIENT_SCOPE",
];
const OF_CREDENTIAL: Record<Credential, readonly ErrorCode[]> = {
  public: [],
  session: SESSION,
  wallet: [...SESSION, "WALLET_REQUIRED"],
  mcp_key: KEY,
  assistant: [...KEY, ...TOKEN],
  oauth: TOKEN,
  owner: [...SESSION, ...KEY.filter(isNotMissing)],
  reader: [...SESSION, ...KEY.filter(isNotMissing), ...TOKEN.filter(isNotMissing)],
  bot_key: [...KEY, "BOT_TIMESTAMP_OUT_OF_WINDOW", "INVALID_BOT_SIGNATURE", "NONCE_REPLAYED"],
  operator: KEY,
};

/** Without a credential, an endpoint of sessions asks to sign in. */
function isNotMissing(code: ErrorCode): boolean {
  return code !== "MISSING_CREDENTIAL";
}

const BODY: readonly ErrorCode[] = [
  "MALFORMED_BODY",
  "UNKNOWN_FIELD",
  "MISSING_FIELD",
  "INVALID_FIELD",
  "INVALID_ENUM",
  "BODY_TOO_LARGE",
  "UNSUPPORTED_MEDIA_TYPE",
];
/** Market data comes from memory, accounts from the venue. */
const OF_MARKETS: readonly ErrorCode[] = ["MARKET_NOT_FOUND", "MARKET_DATA_UNAVAILABLE"];
const OF_VENUE: readonly ErrorCode[] = [
  "TRADING_NOT_ENABLED",
  "VENUE_UNREACHABLE",
  "VENUE_TIMEOUT",
];
const OF_SIGNED: readonly ErrorCode[] = [
  "MISSING_SIGNATURE",
  "ACCOUNT_MISMATCH",
  "MEMO_NOT_ACCEPTED",
];

/** Where deposits are on no chain, it says so. */
const OF_CHAIN: readonly ErrorCode[] = ["TRANSFERS_NOT_AVAILABLE", "CHAIN_UNREACHABLE"];
const OF_DEPOSITS: readonly ErrorCode[] = [
  "INSUFFICIENT_BALANCE",
  "TRANSACTION_EXPIRED",
  "TRANSACTION_MISMATCH",
  "TRANSACTION_REFUSED",
];

const OF_SWAPS: readonly ErrorCode[] = [
  "SWAPS_NOT_AVAILABLE",
  "CHAIN_UNREACHABLE",
  "TRANSACTION_MISMATCH",
  "QUOTE_EXPIRED",
  "IMPACT_EXCEEDED",
  "INSUFFICIENT_BALANCE",
  "ROUTE_UNAVAILABLE",
  "ORACLE_STALE",
];

type Reads = { body: unknown; query: unknown; params: unknown };

type Taken = {
  credential: Credential;
  path: string;
  method: Method;
  isLimited: boolean;
  reads: Reads;
};

/** The responses by status, and `default` for refusals that depend on state. */
export function failures({
  credential,
  path,
  method,
  isLimited,
  reads,
}: Taken): Record<string, Answer> {
  const codes: ErrorCode[] = [
    "MALFORMED_REQUEST",
    ...(reads.params === undefined ? [] : (["MALFORMED_PATH"] as const)),
    ...(reads.query === undefined && method !== "get" ? [] : (["MALFORMED_QUERY"] as const)),
    ...(reads.body === undefined ? [] : BODY),
    ...OF_CREDENTIAL[credential],
    ...codesOfPath(path, reads),
    "DRAINING",
    "DATABASE_UNAVAILABLE",
    "INTERNAL",
  ];
  const byStatus: Record<string, Answer> = {};
  for (const status of new Set(codes.map((code) => ERRORS[code].status))) {
    const named = codes.filter((code) => ERRORS[code].status === status);
    byStatus[status.toString()] = errorAnswer([...new Set(named)].join(", "));
  }
  if (isLimited) byStatus["429"] = limited(credential, path);
  byStatus["default"] = errorAnswer("Any other error of the catalogue");
  return byStatus;
}

function codesOfPath(path: string, { body }: Reads): readonly ErrorCode[] {
  if (/\/catalysts?\/\{id\}$/.test(path)) return ["CATALYST_NOT_FOUND"];
  if (path === "/api/public/moves/{id}") return ["MOVE_NOT_FOUND"];
  if (path === "/api/public/signals/{id}") return ["SIGNAL_NOT_FOUND"];
  if (path === "/api/public/calendar/{id}") return ["CALENDAR_ITEM_NOT_FOUND"];
  if (/^\/api\/public\/(?:calendar|catalysts|moves|signals)/.test(path)) return [];
  if (/^\/api\/(?:perps-dex|public)\//.test(path)) return OF_MARKETS;
  if (path === "/api/chain/rpc") return [...OF_CHAIN, "RPC_METHOD_NOT_ALLOWED"];
  if (path === "/api/chain/deposit-address")
    return ["TRANSFERS_NOT_AVAILABLE", "CUSTODY_UNREACHABLE"];
  if (path === "/api/chain/claims")
    return ["TRANSFERS_NOT_AVAILABLE", "CUSTODY_UNREACHABLE", "CLAIM_REFUSED"];
  if (path === "/api/chain/transactions") return [...OF_CHAIN, ...OF_DEPOSITS];
  if (path === "/api/v1/swaps/execute") return OF_SWAPS;
  if (path === "/api/v1/swaps/fee") return ["SWAPS_NOT_AVAILABLE"];
  if (path === "/api/v1/swaps/{signature}") return ["SWAP_NOT_FOUND"];
  if (path.startsWith("/api/v1/onramp/")) return codesOfOnramp(path, body !== undefined);
  if (!path.startsWith("/api/venue/")) return [];
  return body === undefined ? OF_VENUE : [...OF_SIGNED, ...OF_VENUE];
}

function codesOfOnramp(path: string, isStart: boolean): readonly ErrorCode[] {
  if (path.includes("/callbacks/")) return ["NOT_FOUND", "BODY_TOO_LARGE", "CALLBACK_REFUSED"];
  if (path.endsWith("{id}")) return ["PURCHASE_NOT_FOUND"];
  return isStart ? ["ONRAMP_NOT_AVAILABLE", "PURCHASE_AMOUNT"] : [];
}

export const ERROR_SCHEMA = { $ref: "#/components/schemas/Error" };

function errorAnswer(description: string): Answer {
  return { description, content: { "application/json": { schema: ERROR_SCHEMA } } };
}

/** Public calls are limited by address. */
function limited(credential: Credential, path: string): Answer {
  const { quotas } = CREDENTIALS[credential];
  const names = quotas.length > 0 ? quotas : ([limitOfAddress(path)] as const);
  const texts = names.map((name) => `${name}: ${limitText(name)}`);
  return {
    ...errorAnswer(`RATE_LIMITED; nothing was done. ${texts.join("; ")}`),
    headers: retryHeaders(),
  };
}

function limitOfAddress(path: string): LimitName {
  if (path.includes("/onramp/callbacks/")) return "onramp_callbacks";
  if (path === "/api/chain/rpc") return "chain_reads";
  return limitOf({ method: "GET", path, headers: {} }) ?? "anonymous_calls";
}

export function limitHeaders(): Json {
  return Object.fromEntries(LIMIT_HEADERS.map((name) => [name, headerOf(name)]));
}

/** The headers of a refusal by a limit. */
export function retryHeaders(): Json {
  return { ...limitHeaders(), "Retry-After": headerOf("Retry-After") };
}

const LIMIT_HEADERS = ["RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset"] as const;

function headerOf(name: string): Json {
  return { $ref: `#/components/headers/${name}` };
}

const whole = (description: string): Json => ({
  description,
  schema: { type: "integer", minimum: 0 },
});

export const HEADERS: Json = {
  "RateLimit-Limit": whole("Requests that the limit allows"),
  "RateLimit-Remaining": whole("Requests left"),
  "RateLimit-Reset": whole("Seconds until the limit is full again"),
  "Retry-After": whole("Seconds to wait"),
};
