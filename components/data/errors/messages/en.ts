import type { MessageFile } from "#components/i18n/message-types.ts";

/** By catalogue code (lib/platform/errors.ts). A key that ends in `_detail` follows when the refusal names its figures. */
const messages = {
  // This computer and the way to the server
  NETWORK:
    "No answer came. Check the connection; what was sent is looked up before anything is said of it.",
  UNREADABLE: "The server gave an answer that cannot be read. Try again in a moment.",
  UNKNOWN: "The request was refused ({code}). {message}",
  PAGE_FAULT:
    "The venue could not read this request ({code}). That is a fault of this page, not of yours: reload it, and report the code if it stays.",

  // Who is asking
  SIGN_IN_REQUIRED: "Your session has ended: the venue did not get this. Sign in.",
  SIGN_IN_REFUSED: "The sign-in was refused. Sign in again with the wallet.",
  ACCOUNT_MISMATCH: "Another account is signed in: the venue did not get this.",
  TRADING_NOT_ENABLED:
    "Trading is not enabled for this account. Enable it with one signature first.",
  UNKNOWN_API_KEY: "The venue does not know this account's key any more. Enable trading again.",
  EXPIRED_API_KEY: "The venue's key for this account has expired. Enable trading again.",
  ApiKeyIdentityConflict:
    "The venue's key belongs to another account or signer. Sign out, sign in, and enable trading again.",
  INVALID_SIGNATURE:
    "The signature does not match what was sent. Sign again; if it stays, the wallet signs something else than it was given.",
  SIGNER_NOT_AUTHORIZED:
    "The key that signed may not act for this account: it has expired, was revoked, or lacks the right. Make a new trading key or sign with the wallet.",
  TIMESTAMP_OUT_OF_WINDOW:
    "The signature reached the venue too late or too early: it counts for 30 s. Check this computer's clock and sign again.",
  NEVER_ARRIVED:
    "The venue has no order of this signature, and takes it no longer. Nothing was placed. If you still want it, ask for a new proposal, or place the order yourself.",
  DUPLICATE_REQUEST:
    "The venue has received these signed bytes before. They took effect once; see the orders.",
  IP_NOT_ALLOWED: "The venue does not answer to this network address.",

  // The order itself
  MARKET_NOT_FOUND: "The venue has no such market. Choose another one.",
  ORDER_NOT_FOUND: "This account has no such order. It may belong to another account.",
  ORDER_IS_CLOSED: "The order is closed already. See it in the order history.",
  ORDER_TYPE_NOT_SUPPORTED: "The venue does not take this type of order.",
  INVALID_ORDER_TERMS:
    "These terms do not go together. Check order type, time in force, flags and trigger.",
  INVALID_ORDER_TERMS_size_detail: "The new size must be more than what has filled already.",
  BATCH_SIZE_OUT_OF_RANGE: "Too many orders at once. Send fewer.",
  BATCH_SIZE_OUT_OF_RANGE_detail: "At most {most} go together.",
  DUPLICATED_CLIENT_ID: "An open order has this name of yours already. Choose another one.",
  INVALID_TICK: "The price does not fit the market's steps.",
  INVALID_TICK_detail: "Give a multiple of {tick}.",
  INVALID_LOT: "The size does not fit the market's steps.",
  INVALID_LOT_detail: "Give a multiple of {lot}, and more than zero.",
  MIN_NOTIONAL: "The order is too small. Give a larger size.",
  MIN_NOTIONAL_detail: "It must be worth at least {minimum} USDC.",
  PRICE_BAND: "The price is too far from the mark.",
  PRICE_BAND_detail: "It may lie between {low} and {high}.",
  MARK_UNAVAILABLE: "This market has no mark price yet. Try again when it has one.",
  MARK_STALE:
    "The mark price has stopped: until it moves again, only orders that reduce a position are taken.",
  INSUFFICIENT_MARGIN: "Not enough margin. Give a smaller size, close something, or deposit.",
  INSUFFICIENT_MARGIN_detail:
    "The account would need {required} USDC and would be worth {available} USDC.",
  REDUCE_ONLY_WOULD_INCREASE:
    "A reduce-only order needs a position to reduce that no other reduce-only order covers already. Cancel the other one, or take the flag off.",
  POST_ONLY_WOULD_CROSS: "A post-only order may not trade at once. Move the price away.",
  POST_ONLY_WOULD_CROSS_detail: "Best bid {bid}, best ask {ask}.",
  INVALID_TRIGGER_PRICE: "The trigger would fire at once. Choose another trigger price.",
  INVALID_TRIGGER_PRICE_above_mark_detail: "It must lie above the mark, {price}.",
  INVALID_TRIGGER_PRICE_below_mark_detail: "It must lie below the mark, {price}.",
  INVALID_TRIGGER_PRICE_above_last_detail: "It must lie above the last trade, {price}.",
  INVALID_TRIGGER_PRICE_below_last_detail: "It must lie below the last trade, {price}.",
  MARKET_POST_ONLY: "The market takes only post-only orders and cancellations at the moment.",
  MARKET_REDUCE_ONLY:
    "The market takes only orders that reduce a position, and cancellations, at the moment.",
  MARKET_HALTED: "Trading in this market is halted. Open orders can be cancelled.",
  TOO_MANY_OPEN_ORDERS: "There are too many open orders. Cancel some first.",
  TOO_MANY_OPEN_ORDERS_detail: "The limit is {limit}.",
  NUMBER_TOO_LARGE: "The number is larger than the venue can count. Give a smaller one.",

  // Keys and signers
  INVALID_PUBLIC_KEY: "This is no public key. Check it for missing or wrong characters.",
  SIGNER_NOT_FOUND: "This account has no such trading key. It may be revoked already.",
  API_KEY_NOT_FOUND: "This account has no such key. It may be revoked already.",
  DUPLICATED_SIGNER: "This trading key is registered already.",
  SIZE_LIMIT: "The account has as many keys as it may have. Revoke one first.",
  INVALID_FIELD: "The venue does not take one of these values. Check label, expiry and rights.",

  // The service
  RATE_LIMITED: "Too many requests. Nothing was sent on; try again shortly.",
  RATE_LIMITED_detail: "In {seconds} s it is taken again.",
  REQUEST_TIMEOUT: "The request did not reach the server whole. Nothing was done; try again.",
  FAUCET_LIMIT: "The faucet has given this account its daily share. Come back tomorrow.",
  FAUCET_LIMIT_detail: "{limit} USDC a day, {left} USDC left today.",
  INTERNAL: "Something went wrong on the server. Look at the open orders before trying again.",
  VENUE_UNREACHABLE:
    "The venue did not answer. Whether it got this is not known: look at the open orders before trying again.",
  VENUE_TIMEOUT:
    "The venue did not answer within 5 s. Whether it got this is not known: look at the open orders before trying again.",
  DRAINING: "The service is restarting and took nothing on. Try again in a few seconds.",
  NOT_READY: "The service is starting. Try again in a few seconds.",
  MARKET_DATA_UNAVAILABLE: "Market data is not available at the moment. Try again shortly.",
} as const satisfies MessageFile;

export default messages;
