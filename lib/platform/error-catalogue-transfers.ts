/** The part of the catalogue of errors that is about the chain, deposits and withdrawals; error-catalogue.ts contains it. */
import { type Entry, entry } from "./error-entry.ts";

export const TRANSFER_ERRORS = {
  CUSTODY_ONLY: entry(
    403,
    "This takes the custody key of the venue and no other: money is credited and paid out only by custody.",
  ),
  RPC_METHOD_NOT_ALLOWED: entry<{ allowed: string }>(
    403,
    (c) => `This endpoint passes on reads of the chain only: ${c.allowed}.`,
  ),
  TRANSFERS_NOT_AVAILABLE: entry(
    409,
    "This service has no vault on a chain, so that deposits and withdrawals are not available.",
  ),
  WITHDRAWAL_NOT_FOUND: entry(404, "There is no such withdrawal."),
  WITHDRAWAL_STATE: entry<{ status: string; needed: string }>(
    409,
    (c) => `The withdrawal is ${c.status}. This needs one that is ${c.needed}.`,
  ),
  WITHDRAWAL_ATTEMPT_DIFFERS: entry<{ reason: string }>(
    409,
    (c) => `The transaction is not one of this withdrawal: ${c.reason}.`,
  ),
  INSUFFICIENT_BALANCE: entry(
    422,
    "The wallet does not hold the amount and the network's fee. Lower the amount, or add funds to the wallet.",
  ),
  TRANSACTION_EXPIRED: entry(
    422,
    "The transaction's block hash is not valid, or no longer. Look the transaction up before you make another one.",
  ),
  TRANSACTION_MISMATCH: entry<{ reason: string }>(
    422,
    (c) => `The transaction is not one that the signed-in wallet may send here: ${c.reason}.`,
  ),
  TRANSACTION_REFUSED: entry<{ reason: string }>(
    422,
    (c) => `The chain does not take the transaction: ${c.reason}.`,
  ),
  WITHDRAWAL_TOO_SMALL: entry<{ minimum: string }>(
    422,
    (c) =>
      `The smallest withdrawal is ${c.minimum} USDC, because each one costs the vault a network fee.`,
  ),
  WITHDRAWAL_EXCEEDS_AVAILABLE: entry<{ available: string }>(
    422,
    (c) =>
      `The account can withdraw ${c.available} USDC at the moment: its balance, less what positions and open orders need as margin.`,
  ),
  CHAIN_UNREACHABLE: entry(
    502,
    "The chain could not be read, and nothing was stored. Try again, or check the node of SOLANA_RPC_URL.",
  ),
  CHAIN_IS_ANOTHER: entry<{ network: string }>(
    503,
    (c) =>
      `The node of SOLANA_RPC_URL is not on the network ${c.network} that SOLANA_NETWORK names. Nothing is paid or booked until they agree.`,
  ),
} satisfies Record<string, Entry<never>>;
