/** The part of the catalogue of errors that is about deposits and withdrawals; error-catalogue.ts contains it. */
import { type Entry, entry } from "./error-entry.ts";

export const TRANSFER_ERRORS = {
  CUSTODY_ONLY: entry(
    403,
    "This takes the custody key of the venue and no other: money is credited and paid out only by custody.",
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
} satisfies Record<string, Entry<never>>;
