/**
 * The closed catalogue of errors. Every refusal that a caller can meet has a code here, a status, and a
 * text that is safe to show. Codes are never re-used for another meaning.
 */

import { ASSISTANT_ERRORS } from "./catalogue-assistants.ts";
import { CATALYST_ERRORS } from "./catalogue-catalysts.ts";
import { CLIENT_ID_ERRORS } from "./catalogue-client-ids.ts";
import { GROUP_ERRORS } from "./catalogue-groups.ts";
import { LEVERAGE_ERRORS } from "./catalogue-leverage.ts";
import { MEMO_ERRORS } from "./catalogue-memos.ts";
import { OAUTH_ERRORS } from "./catalogue-oauth.ts";
import { ONRAMP_ERRORS } from "./catalogue-onramp.ts";
import { PARTNER_ERRORS } from "./catalogue-partner.ts";
import { PUSH_ERRORS } from "./catalogue-pushes.ts";
import { SWAP_ERRORS } from "./catalogue-swaps.ts";
import { TRANSFER_ERRORS } from "./catalogue-transfers.ts";
import { type Entry, entry } from "./error-entry.ts";

export const ERRORS = {
  ...TRANSFER_ERRORS,
  ...SWAP_ERRORS,
  ...MEMO_ERRORS,
  ...OAUTH_ERRORS,
  ...ONRAMP_ERRORS,
  ...CATALYST_ERRORS,
  ...PUSH_ERRORS,
  ...PARTNER_ERRORS,
  ...GROUP_ERRORS,
  ...ASSISTANT_ERRORS,
  ...CLIENT_ID_ERRORS,
  ...LEVERAGE_ERRORS,

  // 400: the request itself is wrong
  MALFORMED_BODY: entry<{ reason: string }>(400, (c) => `The body is not valid: ${c.reason}.`),
  MALFORMED_QUERY: entry<{ parameter: string; reason: string }>(
    400,
    (c) => `The parameter ${c.parameter} is not valid: ${c.reason}.`,
  ),
  MALFORMED_REQUEST: entry(400, "This is not a valid HTTP request."),
  MALFORMED_PATH: entry<{ reason: string }>(400, (c) => `The path is not valid: ${c.reason}.`),
  UNKNOWN_FIELD: entry<{ field: string }>(400, (c) => `The body has an unknown field: ${c.field}.`),
  MISSING_FIELD: entry<{ field: string }>(400, (c) => `The body lacks the field ${c.field}.`),
  INVALID_DECIMAL: entry<{ field: string }>(
    400,
    (c) =>
      `${c.field} must be a decimal string such as "0.015": no sign, exponent or leading zeros, at most 32 characters.`,
  ),
  INVALID_ENUM: entry<{ field: string; allowed: string }>(
    400,
    (c) => `${c.field} must be one of ${c.allowed}.`,
  ),
  INVALID_FIELD: entry<{ field: string; reason: string }>(
    400,
    (c) => `${c.field} is not valid: ${c.reason}.`,
  ),
  INVALID_PUBLIC_KEY: entry<{ field: string }>(
    400,
    (c) => `${c.field} must be a base58 public key of 32 bytes.`,
  ),
  ORDER_TYPE_NOT_SUPPORTED: entry<{ orderType: string }>(
    400,
    (c) => `Orders of type ${c.orderType} are not supported by this venue.`,
  ),
  INVALID_ORDER_TERMS: entry<{ reason: string }>(400, (c) => c.reason),
  BATCH_SIZE_OUT_OF_RANGE: entry<{ most: number }>(
    400,
    (c) => `A batch must have 1 to ${c.most} orders.`,
  ),
  UNKNOWN_EVENT: entry<{ event: string; allowed: string }>(
    400,
    (c) => `There is no stream event ${c.event}. Known events: ${c.allowed}.`,
  ),
  UNKNOWN_INTERVAL: entry<{ interval: string; allowed: string }>(
    400,
    (c) => `There is no kline interval ${c.interval}. Known intervals: ${c.allowed}.`,
  ),
  STREAM_PIPELINED: entry(
    400,
    "A stream cannot be requested while an earlier request of the same connection is unanswered.",
  ),

  // 401: who is calling is not proven
  MISSING_CREDENTIAL: entry<{ expected: string }>(
    401,
    (c) => `This endpoint needs a credential: ${c.expected}.`,
  ),
  MALFORMED_CREDENTIAL: entry<{ expected: string }>(
    401,
    (c) => `The credential has the wrong form. Expected: ${c.expected}.`,
  ),
  WRONG_CREDENTIAL: entry<{ hint: string }>(
    401,
    (c) => `This service does not accept this credential. ${c.hint}`,
  ),
  UNKNOWN_API_KEY: entry(401, "This venue does not know the API key."),
  EXPIRED_API_KEY: entry(401, "The API key has expired. Create a new one."),
  MISSING_SIGNATURE: entry<{ missing: string }>(
    401,
    (c) => `A signed write needs four signature headers; missing or malformed: ${c.missing}.`,
  ),
  TIMESTAMP_MISMATCH: entry(
    401,
    "The timestamp in the body differs from X-Signature-Timestamp. They must be the same number.",
  ),
  TIMESTAMP_OUT_OF_WINDOW: entry<{ serverTime: number }>(
    401,
    (c) =>
      `X-Signature-Timestamp must be at most 30 s behind and 5 s ahead of the venue's clock, which is at ${c.serverTime}.`,
  ),
  INVALID_SIGNATURE: entry(
    401,
    "The signature does not match. Usual causes: the digest bytes were signed instead of their lowercase hex text; the fields are in another order; size or price is written differently in body and payload; the header timestamp differs from the signed one; the operation name or the account is another.",
  ),
  /** Shaped like the refusal of a JWT, because callers of this endpoint parse that (RFC 6750, 3.1). */
  INVALID_TOKEN: entry<{ reason: string /** Its signature is right. */; wasGood?: true }>(
    401,
    (c) => `The token is not valid: ${c.reason}.`,
  ),
  UNKNOWN_KEY: entry(
    401,
    "There is no such key. It was mistyped, or it belongs to another service.",
  ),
  EXPIRED_KEY: entry<{ expiredAt: string }>(
    401,
    (c) => `The key expired at ${c.expiredAt}. Create a new one.`,
  ),
  REVOKED_KEY: entry<{ revokedAt: string }>(
    401,
    (c) => `The key was revoked at ${c.revokedAt}. Create a new one.`,
  ),
  NONCE_REPLAYED: entry(401, "This nonce was used before. Each request needs a new one."),
  BOT_TIMESTAMP_OUT_OF_WINDOW: entry<{ serverTime: number }>(
    401,
    (c) =>
      `X-Bot-Timestamp must lie within 30 s of the server's clock, which reads ${c.serverTime}.`,
  ),
  INVALID_BOT_SIGNATURE: entry(
    401,
    "The signature does not match, or there is no such key. Usual causes: another secret; the query is not sorted, or sent in another order than it was signed; the body was changed after it was hashed; the method is not in capitals; the path lacks /api/bot/v1.",
  ),
  SIGN_IN_REQUIRED: entry(401, "Sign in first."),
  SIGN_IN_REFUSED: entry<{ reason: string }>(401, (c) => `The sign-in was refused: ${c.reason}.`),

  // 403
  SIGNER_NOT_AUTHORIZED: entry(
    403,
    "The signer is neither the account itself nor a registered signer with the right to this operation. It may have expired or been revoked.",
  ),
  IP_NOT_ALLOWED: entry(403, "This endpoint is not available from this address."),
  OPERATOR_ONLY: entry(403, "This endpoint is for the operator of the venue."),
  ACCOUNT_MISMATCH: entry(
    403,
    "The request is for a different account than the one that is signed in.",
  ),
  /** The error names the address that the service sees. */
  ip_not_allowed: entry<{ address: string }>(
    403,
    (c) => `The key is not allowed from the address ${c.address}.`,
  ),
  STAGING_NOT_ALLOWED: entry(
    403,
    "The owner of this key has not allowed it to propose orders. The permission is given when a key is created, under Settings.",
  ),
  WALLET_REQUIRED: entry(403, "This needs an account with a wallet. Link one first."),
  TOKEN_OF_ANOTHER_ISSUER: entry(
    403,
    "Another issuer created this token. Use it as it is: this service creates tokens only for its own sessions.",
  ),
  FRESH_PROOF_REQUIRED: entry<{ withinMinutes: number }>(
    403,
    (c) =>
      `Confirm your identity first: you last proved it more than ${c.withinMinutes} minutes ago.`,
  ),
  CROSS_ORIGIN: entry(403, "This endpoint answers only to pages of its own origin."),
  INSECURE_ORIGIN: entry(
    403,
    "Pages of other hosts over plain HTTP, and pages that hide their origin, cannot use this endpoint. Serve the page over HTTPS.",
  ),
  TRADING_NOT_ENABLED: entry(
    403,
    "This account has no venue key yet. Enable trading first, with one signature of the wallet.",
  ),

  WEBHOOKS_NOT_ALLOWED: entry(
    403,
    "This key may not manage webhooks. Its owner can create one that may.",
  ),

  // 404, 405, 409, 413, 415
  NOT_FOUND: entry(404, "There is nothing at this address."),
  MARKET_NOT_FOUND: entry<{ market: string }>(404, (c) => `There is no market ${c.market}.`),
  ORDER_NOT_FOUND: entry(404, "This account has no such order."),
  SIGNER_NOT_FOUND: entry(404, "This account has no such signer."),
  STREAM_NOT_FOUND: entry(404, "There is no such stream. Open one, and change that."),
  KEY_NOT_FOUND: entry(404, "This account has no such key."),
  SESSION_NOT_FOUND: entry(404, "This account has no such session."),
  IDENTITY_NOT_FOUND: entry(404, "This account has no such sign-in method."),
  GRANT_NOT_FOUND: entry(404, "This account has no such connected app."),
  WEBHOOK_NOT_FOUND: entry(404, "This account has no such webhook, or it has no such secret."),
  DELIVERY_NOT_FOUND: entry(404, "This webhook has no such delivery."),
  NOTE_NOT_FOUND: entry(404, "This account has no such note."),
  FEE_NOT_FOUND: entry(404, "This partner's ledger has no such fee."),
  CONSENT_NOT_FOUND: entry(
    404,
    "This link has expired or was already used. Start again from your app.",
  ),
  API_KEY_NOT_FOUND: entry(404, "This account has no such API key."),
  METHOD_NOT_ALLOWED: entry<{ allowed: string }>(405, (c) => `Use ${c.allowed} here.`),
  ApiKeyIdentityConflict: entry(
    409,
    "The API key is pinned to a different signer or account than the request names.",
  ),
  DUPLICATE_REQUEST: entry(
    409,
    "These signed bytes were already received. The original result is in data.",
  ),
  DUPLICATED_REFERENCE: entry(
    409,
    "This reference was already used for another account, amount or transaction. That transfer is unchanged.",
  ),
  DUPLICATED_SIGNER: entry(409, "This signer is already registered."),
  IDENTITY_IN_USE: entry(
    409,
    "This belongs to another account. Sign in to that one and unlink it there first.",
  ),
  TOO_MANY_WEBHOOKS: entry<{ most: number }>(
    409,
    (c) => `An account can have ${c.most} webhooks. Delete one first.`,
  ),
  TOO_MANY_SECRETS: entry<{ most: number }>(
    409,
    (c) => `A webhook can have ${c.most} live secrets. Remove one first.`,
  ),
  LAST_SECRET: entry(409, "This is the webhook's last secret. Add another one first."),
  WEBHOOK_PAUSED_BY_OPERATOR: entry(
    409,
    "The operator paused webhooks to this origin. Only the operator can resume them.",
  ),
  DELIVERY_ENDED: entry<{ state: string }>(
    409,
    (c) => `The delivery is already ${c.state}. Replay it instead.`,
  ),
  PAYOUT_CHANGE_WAITS: entry(
    409,
    "Another payout wallet is waiting to be paid. Until then no sign-in method can be removed; stop the change on the partner page, or wait.",
  ),
  LAST_IDENTITY: entry(409, "This is the account's last sign-in method. Link another one first."),
  KEY_IS_DEAD: entry(409, "The key is expired or revoked. Create a new one."),
  TOO_MANY_KEYS: entry<{ most: number }>(
    409,
    (c) => `The account has ${c.most} keys, which is the limit. Revoke one first.`,
  ),
  TOO_MANY_NOTES: entry<{ most: number }>(
    409,
    (c) => `The account has ${c.most} notes, which is the limit. Delete one first.`,
  ),
  ORDER_IS_CLOSED: entry(409, "The order is already closed."),
  BODY_TOO_LARGE: entry<{ limitBytes: number }>(
    413,
    (c) => `The body is larger than ${c.limitBytes} bytes.`,
  ),
  UNSUPPORTED_MEDIA_TYPE: entry(415, "Send the body as application/json."),
  MISDIRECTED_REQUEST: entry(421, "This server does not answer under this host name."),

  REQUEST_TIMEOUT: entry(408, "The request was not complete in time."),

  // 422: well-formed and authentic, but the state or the market's rules refuse it
  WEBHOOK_TARGET_REFUSED: entry<{ reason: string }>(
    422,
    (c) => `Deliveries cannot go to this address. ${c.reason}`,
  ),
  INVALID_TICK: entry<{ tick: string }>(422, (c) => `The price must be a multiple of ${c.tick}.`),
  INVALID_LOT: entry<{ lot: string }>(
    422,
    (c) => `The size must be a multiple of ${c.lot}, and more than zero.`,
  ),
  MIN_NOTIONAL: entry<{ minimum: string }>(
    422,
    (c) => `The order is worth less than the minimum of ${c.minimum} USDC.`,
  ),
  PRICE_BAND: entry<{ low: string; high: string }>(
    422,
    (c) => `The price is outside the band around the mark, ${c.low} to ${c.high}.`,
  ),
  MARK_UNAVAILABLE: entry(422, "There is no mark price for this market yet."),
  MARK_STALE: entry(
    422,
    "The mark price is out of date. Until it updates, only orders that reduce a position are accepted.",
  ),
  INSUFFICIENT_MARGIN: entry<{ required: string; available: string }>(
    422,
    (c) =>
      `With this order the account would need ${c.required} USDC of margin, but be worth only ${c.available} USDC.`,
  ),
  REDUCE_ONLY_WOULD_INCREASE: entry(
    422,
    "A reduce-only order must reduce an open position that no other reduce-only order covers.",
  ),
  POST_ONLY_WOULD_CROSS: entry<{ bid: string; ask: string }>(
    422,
    (c) => `A post-only order cannot trade at once. Best bid ${c.bid}, best ask ${c.ask}.`,
  ),
  INVALID_TRIGGER_PRICE: entry<{ reason: string }>(
    422,
    (c) => `The trigger price is not valid: ${c.reason}.`,
  ),
  MARKET_POST_ONLY: entry<{ market: string }>(
    422,
    (c) => `${c.market} accepts only post-only orders and cancels at the moment.`,
  ),
  MARKET_REDUCE_ONLY: entry<{ market: string }>(
    422,
    (c) => `${c.market} accepts only orders that reduce a position, and cancels, at the moment.`,
  ),
  TOO_MANY_OPEN_ORDERS: entry<{ limit: number }>(
    422,
    (c) => `The account has reached the limit of ${c.limit} open orders.`,
  ),
  NUMBER_TOO_LARGE: entry<{ field: string }>(
    422,
    (c) => `${c.field} is larger than this venue supports.`,
  ),
  SIZE_LIMIT: entry<{ field: string }>(
    422,
    (c) => `The account has reached the limit of ${c.field}.`,
  ),
  PAYMENT_DIFFERS: entry<{ expected: string; found: string }>(
    422,
    (c) =>
      `The payment brought the recipient ${c.found} USDC, but the settlement is for ${c.expected} USDC.`,
  ),
  PAYMENT_TOO_EARLY: entry<{ paidAt: string; madeOutAt: string }>(
    422,
    (c) =>
      `The payment was made at ${c.paidAt}, before the settlement was created at ${c.madeOutAt}, so it pays something else.`,
  ),

  // 429, 431, 5xx
  HEADERS_TOO_LARGE: entry(431, "The headers are larger than this server accepts."),
  RATE_LIMITED: entry<{ retryAfterSeconds: number; limit?: number }>(
    429,
    (c) => `Too many requests. Try again in ${c.retryAfterSeconds} s.`,
  ),
  TOO_MANY_STREAMS: entry<{ most: number; retryAfterSeconds: number }>(
    429,
    (c) => `${c.most} streams are open already, which is the limit. Close one first.`,
  ),
  FAUCET_LIMIT: entry<{ limit: string; left: string }>(
    429,
    (c) => `The faucet gives an account ${c.limit} USDC a day; ${c.left} USDC are left today.`,
  ),
  INTERNAL: entry(500, "Something went wrong on our side. Give us the request id to report it."),
  VENUE_UNREACHABLE: entry(
    502,
    "The venue did not answer. The request was not sent, or its outcome is unknown: check the open orders before you try again.",
  ),
  SANDBOX_UNREACHABLE: entry(502, "The sandbox did not answer. Try again."),
  MAIL_NOT_SENT: entry(502, "The mail could not be sent. Try again in a minute."),
  IDENTITY_PROVIDER_UNREACHABLE: entry(502, "The identity provider did not answer. Try again."),
  MARKET_HALTED: entry<{ market: string }>(
    503,
    (c) => `Trading in ${c.market} is halted. Open orders can be cancelled.`,
  ),
  NOT_PRIMARY: entry(503, "Another server of the venue is the primary. Nothing was done."),
  DRAINING: entry(503, "The service is restarting. Try again in a few seconds."),
  DATABASE_UNAVAILABLE: entry(503, "The database cannot be reached. Try again in a few seconds."),
  OVERLOADED: entry(503, "Too many requests are waiting. Try again in a few seconds."),
  STREAM_CAPACITY: entry(503, "This server has no room for another stream. Try again shortly."),
  NOT_READY: entry(503, "The service is starting."),
  MARKET_DATA_UNAVAILABLE: entry(
    503,
    "Market data is not available at the moment. Try again shortly.",
  ),
  MARK_NOT_TAKEN: entry<{ market: string; price: string }>(
    504,
    (c) =>
      `The venue did not show the mark ${c.price} of ${c.market} within 3 s. It ignores a mark that is five times the last one, or a fifth; otherwise check that the oracle process runs.`,
  ),
  VENUE_TIMEOUT: entry(
    504,
    "The venue did not answer within 5 s. The outcome of the request is unknown: check the orders before you try again.",
  ),
} satisfies Record<string, Entry<never>>;
