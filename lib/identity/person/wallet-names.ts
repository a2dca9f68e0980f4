/** A person's wallets as programs name them: in full, or by their first and last four characters. */
import { z } from "zod";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import { decodePublicKey } from "#lib/protocol/signing/signing.ts";

/** A wallet in the short form of the tools. */
const SHORT_ACCOUNT = /^([1-9A-HJ-NP-Za-km-z]{4})(?:…|\.\.\.)([1-9A-HJ-NP-Za-km-z]{4})$/;

export const accountField = z
  .string()
  .refine(
    (text) => SHORT_ACCOUNT.test(text) || decodePublicKey(text) !== undefined,
    "must be a base58 public key, or its first and last four characters as in 9xQe…7Kp2",
  )
  .optional()
  .describe("A wallet of the user, in full or shortened as in get_positions");

/** The named wallet among these. @throws ACCOUNT_MISMATCH, INVALID_FIELD for a short name of several */
export function namedWallet(wallets: readonly string[], named: string): string {
  const [wallet, ...others] = wallets.filter(isNamed(named));
  if (wallet === undefined) throw new ServiceError("ACCOUNT_MISMATCH");
  if (others.length === 0) return wallet;
  const reason = "it is short for more than one of the user's wallets";
  throw new ServiceError("INVALID_FIELD", { field: "account", reason });
}

/** Enough to distinguish the wallets of one person, and not enough to look one up on a chain. */
export function shortWallet(account: string): string {
  return `${account.slice(0, 4)}…${account.slice(-4)}`;
}

/** Whether a wallet is the named one, which may be shortened. */
function isNamed(named: string): (wallet: string) => boolean {
  const [, head, tail] = SHORT_ACCOUNT.exec(named) ?? [];
  if (head === undefined || tail === undefined) return (wallet) => wallet === named;
  return (wallet) => wallet.startsWith(head) && wallet.endsWith(tail);
}
