/** The part of the catalogue of errors that is about the chain, deposits and withdrawals; error-catalogue.ts contains it. */
import { type Entry, entry } from "./error-entry.ts";

export const TRANSFER_ERRORS = {
  CUSTODY_ONLY: entry(
    403,
    "This endpoint needs the custody key: only custody credits deposits and pays withdrawals.",
  ),
  RPC_METHOD_NOT_ALLOWED: entry<{ allowed: string }>(
    403,
    (c) => `This endpoint only forwards reads of the chain: ${c.allowed}.`,
  ),
  TRANSFERS_NOT_AVAILABLE: entry(
    409,
    "Deposits and withdrawals are not available: this service has no vault on a chain.",
  ),
  WITHDRAWAL_NOT_FOUND: entry(404, "There is no such withdrawal."),
  RESERVES_NOT_FOUND: entry(
    404,
    "There is no proof of reserves here. Custody has one made every hour, and it is published when it is final on the chain.",
  ),
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
    "The wallet does not have the amount and the network fee. Lower the amount, or add funds to the wallet.",
  ),
  TRANSACTION_EXPIRED: entry(
    422,
    "The transaction's blockhash is invalid or has expired. Look the transaction up before you make another one.",
  ),
  TRANSACTION_MISMATCH: entry<{ reason: string }>(
    422,
    (c) => `The transaction is not one that the signed-in wallet may send here: ${c.reason}.`,
  ),
  TRANSACTION_REFUSED: entry<{ reason: string }>(
    422,
    (c) => `The chain rejected the transaction: ${c.reason}.`,
  ),
  WITHDRAWAL_TOO_SMALL: entry<{ minimum: string }>(
    422,
    (c) =>
      `The smallest withdrawal is ${c.minimum} USDC: its fee, and at least 1 USDC that arrives.`,
  ),
  WITHDRAWAL_FEE: entry<{ fee: string }>(
    422,
    (c) => `The fee of this withdrawal is ${c.fee} USDC. Sign that fee: it is part of the amount.`,
  ),
  WITHDRAWALS_A_DAY: entry<{ most: number; until: string }>(
    422,
    (c) =>
      `An account can withdraw ${c.most} times in 24 hours. The next one is accepted at ${c.until}.`,
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
  CLAIM_REFUSED: entry<{ reason: string }>(
    422,
    (c) => `The payment cannot be claimed: ${c.reason}.`,
  ),
  CUSTODY_UNREACHABLE: entry(
    502,
    "Custody does not answer, so the deposit address cannot be shown. Deposits that were sent are not affected. Try again.",
  ),
  CHAIN_IS_ANOTHER: entry<{ network: string }>(
    503,
    (c) =>
      `The node of SOLANA_RPC_URL is not on the network ${c.network} that SOLANA_NETWORK names. Nothing is paid or booked until they agree.`,
  ),
} satisfies Record<string, Entry<never>>;
