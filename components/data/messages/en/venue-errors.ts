import type { MessageFile } from "#components/i18n/message-types.ts";

/** By catalogue code (lib/kernel/errors/errors.ts). A key that ends in `_detail` follows when the refusal names its figures. */
const messages = {
  // This computer and the way to the server
  NETWORK:
    "No response. Check your connection. This page will look up what happened to the request.",
  UNREADABLE: "The server's answer could not be read. Try again in a moment.",
  UNKNOWN: "The request was rejected ({code}). {message}",
  PAGE_FAULT:
    "The venue could not read this request ({code}). This is an error of the page: reload it, and report the code if it persists.",

  // Sessions and keys
  SIGN_IN_REQUIRED: "Your session has ended. Nothing reached the venue. Sign in again.",
  SIGN_IN_REFUSED: "The sign-in was rejected. Sign in again with the wallet.",
  ACCOUNT_MISMATCH: "Another account is signed in. Nothing reached the venue.",
  TRADING_NOT_ENABLED:
    "Trading is not enabled for this account. Enable it with one signature first.",
  UNKNOWN_API_KEY: "The venue no longer knows this account's key. Enable trading again.",
  EXPIRED_API_KEY: "The venue's key for this account has expired. Enable trading again.",
  ApiKeyIdentityConflict:
    "The venue's key belongs to another account or signer. Sign out, sign in, and enable trading again.",
  INVALID_SIGNATURE:
    "The signature does not match what was sent. Sign again. If this persists, the wallet changes what it signs.",
  SIGNER_NOT_AUTHORIZED:
    "The signing key may not act for this account: it has expired, was revoked, or lacks the permission. Create a new trading key or sign with the wallet.",
  TIMESTAMP_OUT_OF_WINDOW:
    "The signature reached the venue too late or too early: it is valid for 30 s. Check this computer's clock and sign again.",
  NEVER_ARRIVED:
    "The order expired before the venue accepted it. Nothing was placed. If you still want it, ask for a new proposal, or place it yourself.",
  DUPLICATE_REQUEST:
    "The venue has already received these signed bytes. They took effect once; check your orders.",
  IP_NOT_ALLOWED: "The venue does not accept requests from this network address.",

  // The order itself
  MARKET_NOT_FOUND: "This market does not exist. Choose another one.",
  ORDER_NOT_FOUND: "This account has no such order. It may belong to another account.",
  ORDER_IS_CLOSED: "The order is already closed. See the order history.",
  ORDER_TYPE_NOT_SUPPORTED: "The venue does not support this order type.",
  INVALID_ORDER_TERMS:
    "These settings cannot be combined. Check order type, time in force, flags and trigger.",
  marketRests_detail: "A market order cannot rest in the book.",
  triggerFok_detail: "A trigger order must be GTC or IOC.",
  postOnlyTakes_detail: "A post-only order must be a limit order that is GTC.",
  INVALID_ORDER_TERMS_size_detail: "The new size must be more than what has already filled.",
  BATCH_SIZE_OUT_OF_RANGE: "Too many orders at once. Send fewer.",
  BATCH_SIZE_OUT_OF_RANGE_detail: "At most {most} can be sent together.",
  DUPLICATED_CLIENT_ID:
    "Another order of the last 24 hours has this client ID. Nothing was placed.",
  CLIENT_ID_LIMIT: "The account has used too many client IDs in the last 24 hours.",
  CLIENT_ID_LIMIT_detail: "The limit is {limit}. Place the order without a client ID.",
  INVALID_TICK: "The price does not match the tick size.",
  INVALID_TICK_detail: "Use a multiple of {tick}.",
  INVALID_LOT: "The size does not match the lot size.",
  INVALID_LOT_detail: "Use a multiple of {lot}, more than zero.",
  MIN_NOTIONAL: "The order is too small. Use a larger size.",
  MIN_NOTIONAL_detail: "It must be worth at least {minimum} USDC.",
  PRICE_BAND: "The price is too far from the mark.",
  PRICE_BAND_detail: "It must be between {low} and {high}.",
  MARK_UNAVAILABLE: "This market has no mark price yet. Try again when it has one.",
  MARK_STALE:
    "The mark price is out of date. Until it updates, only orders that reduce a position are accepted.",
  INSUFFICIENT_MARGIN: "Not enough margin. Use a smaller size, close a position, or deposit.",
  INSUFFICIENT_MARGIN_detail:
    "The account would need {required} USDC of margin and would be worth {available} USDC.",
  TRANSFERS_NOT_AVAILABLE: "Deposits and withdrawals are not available.",
  INSUFFICIENT_BALANCE: "The wallet does not have the amount and the network fee.",
  TRANSACTION_EXPIRED: "The transaction has expired.",
  TRANSACTION_MISMATCH: "The transaction differs from the request, so it was not sent.",
  SWAPS_NOT_AVAILABLE: "Swaps are not available.",
  CALENDAR_ITEM_NOT_FOUND: "This release does not exist, or was not known at that time.",
  CATALYST_NOT_FOUND: "This catalyst does not exist, or was not known at that time.",
  CATALYST_CANNOT_BE_SPLIT: "This catalyst is not merged, or was tracked too long ago.",
  MOVE_NOT_FOUND: "This price move does not exist, or was not known at that time.",
  SWAP_NOT_FOUND: "This swap does not exist.",
  QUOTE_EXPIRED: "The quote has expired. Get a new one.",
  IMPACT_EXCEEDED: "The price moved beyond the slippage. Get a new quote, or allow more slippage.",
  ROUTE_UNAVAILABLE: "No route for this swap.",
  ORACLE_STALE: "No current price for this asset.",
  TRANSACTION_REFUSED: "The chain rejected the transaction.",
  CHAIN_UNREACHABLE: "The chain is not responding. Try again.",
  CLAIM_REFUSED: "This payment cannot be claimed with this wallet.",
  CUSTODY_UNREACHABLE: "Custody is not responding. Try again.",
  CHAIN_IS_ANOTHER: "The service is connected to the wrong network.",
  SANDBOX_UNREACHABLE: "The simulated market is not responding. Try again in a moment.",
  RESERVES_NOT_FOUND: "There is no proof of reserves yet.",
  WITHDRAWAL_TOO_SMALL: "The amount is too small: at least 1 USDC must arrive after the fee.",
  WITHDRAWAL_TOO_SMALL_detail: "Withdraw at least {minimum} USDC.",
  WITHDRAWAL_FEE: "The withdrawal fee has changed. Check it and sign again.",
  WITHDRAWAL_FEE_detail: "It is {fee} USDC now.",
  WITHDRAWALS_A_DAY: "You have reached the limit of withdrawals in 24 hours. Try again later.",
  WITHDRAWALS_A_DAY_detail: "At most {most} in 24 hours.",
  WITHDRAWAL_EXCEEDS_AVAILABLE:
    "You cannot withdraw that much: positions and open orders need margin.",
  WITHDRAWAL_EXCEEDS_AVAILABLE_detail: "Available: {available} USDC.",
  REDUCE_ONLY_WOULD_INCREASE:
    "A reduce-only order needs a position that no other reduce-only order already closes. Cancel the other order, or remove the flag.",
  POST_ONLY_WOULD_CROSS:
    "A post-only order cannot trade at once. Move the price away from the market.",
  POST_ONLY_WOULD_CROSS_detail: "Best bid {bid}, best ask {ask}.",
  GROUP_PRICE: "The order would trigger as soon as the entry fills. Choose another trigger price.",
  GROUP_PRICE_above_entry_detail: "It must be above the entry price, {price}.",
  GROUP_PRICE_below_entry_detail: "It must be below the entry price, {price}.",
  GROUP_COUNT: "An entry takes one take profit and one stop loss.",
  GROUP_TYPE: "These orders cannot be placed together.",
  GROUP_DUPLICATED_TYPE: "Only one take profit and one stop loss can be placed together.",
  GROUP_MARKET: "Take profit and stop loss must be in the same market as the entry.",
  GROUP_SIDE: "Take profit and stop loss must close the position.",
  GROUP_SIZE: "The size does not fit the order that it protects.",
  GROUP_FLAGS: "Take profit and stop loss must be reduce only, and the entry must not be.",
  LEVERAGE_OUT_OF_RANGE: "The market does not allow this leverage.",
  LEVERAGE_OUT_OF_RANGE_detail: "It is a whole number from 1 to {most}.",
  MARGIN_MODE_IN_USE:
    "The margin mode changes only without a position and without open orders in the market.",
  POSITION_NOT_ISOLATED: "The market has no isolated position. Nothing was changed.",
  ISOLATED_MARGIN_NOT_FREE: "The account has too little free margin to add. Nothing was changed.",
  ISOLATED_MARGIN_NOT_FREE_detail: "{available} USDC are free.",
  ISOLATED_MARGIN_NEEDED: "The position needs this margin. Nothing was changed.",
  ISOLATED_MARGIN_NEEDED_detail: "{available} USDC can be removed.",
  LEVERAGE_NEEDS_MARGIN:
    "The account has too little free margin for this leverage. Nothing was changed.",
  LEVERAGE_NEEDS_MARGIN_detail:
    "It would need {required} USDC of margin, and is worth {available} USDC.",
  NO_POSITION: "There is no position to protect.",
  INVALID_TRIGGER_PRICE: "The order would trigger at once. Choose another trigger price.",
  INVALID_TRIGGER_PRICE_above_mark_detail: "It must be above the mark, {price}.",
  INVALID_TRIGGER_PRICE_below_mark_detail: "It must be below the mark, {price}.",
  INVALID_TRIGGER_PRICE_above_last_detail: "It must be above the last trade, {price}.",
  INVALID_TRIGGER_PRICE_below_last_detail: "It must be below the last trade, {price}.",
  MARKET_POST_ONLY: "The market accepts only post-only orders and cancellations at the moment.",
  MARKET_REDUCE_ONLY:
    "The market accepts only orders that reduce a position, and cancellations, at the moment.",
  MARKET_HALTED: "Trading in this market is halted. Open orders can be cancelled.",
  TOO_MANY_OPEN_ORDERS: "You have too many open orders. Cancel some first.",
  TOO_MANY_OPEN_ORDERS_detail: "The limit is {limit}.",
  NUMBER_TOO_LARGE: "The number is larger than the venue supports. Use a smaller one.",

  // Keys and signers
  INVALID_PUBLIC_KEY: "This is not a public key. Check it for missing or wrong characters.",
  SIGNER_NOT_FOUND: "This account has no such trading key. It may already be revoked.",
  API_KEY_NOT_FOUND: "This account has no such key. It may already be revoked.",
  DUPLICATED_SIGNER: "This trading key is already registered.",
  SIZE_LIMIT: "The account has reached its limit of keys. Revoke one first.",
  INVALID_FIELD: "The venue rejected one of these values. {message}",

  // The service
  RATE_LIMITED: "Too many requests. Nothing was sent; try again shortly.",
  RATE_LIMITED_detail: "Requests are accepted again in {seconds} s.",
  REQUEST_TIMEOUT: "The request did not reach the server completely. Nothing was done; try again.",
  FAUCET_LIMIT: "You have reached the faucet's daily limit. Come back tomorrow.",
  FAUCET_LIMIT_detail: "{limit} USDC a day, {left} USDC left today.",
  INTERNAL: "Something went wrong on the server. Check your open orders before you try again.",
  VENUE_UNREACHABLE:
    "The venue did not answer. It may or may not have received this: check your open orders before you try again.",
  VENUE_TIMEOUT:
    "The venue did not answer within 5 s. It may or may not have received this: check your open orders before you try again.",
  DATABASE_UNAVAILABLE: "The database cannot be reached. Try again in a few seconds.",
  DRAINING: "The service is restarting and accepted nothing. Try again in a few seconds.",
  NOT_PRIMARY:
    "The venue is moving to another server and accepted nothing. Try again in a few seconds.",
  NOT_READY: "The service is starting. Try again in a few seconds.",
  MARKET_DATA_UNAVAILABLE: "Market data is not available at the moment. Try again shortly.",
} as const satisfies MessageFile;

export default messages;
