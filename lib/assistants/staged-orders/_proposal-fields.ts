/** Arguments that every proposal takes. */
import { z } from "zod";
import { isDecimal } from "#lib/protocol/decimal.ts";
import { decodePublicKey } from "#lib/protocol/signing/signing.ts";
import { isReadable, normalisedReason } from "./_reason.ts";

export const decimalField = z
  .string()
  .refine(isDecimal, 'must be a decimal string such as "0.015"')
  .describe('A decimal string such as "0.015"');

export const marketField = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-Z0-9]{1,32}$/, "must be a market symbol such as BTCUSDC")
  .describe("Market symbol, such as BTCUSDC");

/** A wallet in the short form of the tools. */
const SHORT_ACCOUNT = /^([1-9A-HJ-NP-Za-km-z]{4})(?:…|\.\.\.)([1-9A-HJ-NP-Za-km-z]{4})$/;

export const accountField = z
  .string()
  .refine(
    (text) => SHORT_ACCOUNT.test(text) || decodePublicKey(text) !== undefined,
    "must be a base58 public key, or its first and last four characters as in 9xQe…7Kp2",
  )
  .optional()
  .describe("Wallet that is to sign, in full or shortened as in get_positions");

export const reasonField = z
  .string()
  .overwrite(normalisedReason)
  .trim()
  .max(500, "must be 500 characters at most")
  .refine(isReadable, "has characters that do not show, or marks piled up")
  .optional()
  .describe("Your reason in a sentence or two; the user reads it as a quotation");

export const referenceField = z
  .string()
  .regex(/^[\w.:-]{1,64}$/, "must be 1 to 64 letters, digits, dots, colons, dashes, underscores")
  .optional()
  .describe("Idempotency key: the same one again returns the same proposal");

/** Whether a wallet is the named one, which may be shortened. */
export function isNamed(named: string): (wallet: string) => boolean {
  const [, head, tail] = SHORT_ACCOUNT.exec(named) ?? [];
  if (head === undefined || tail === undefined) return (wallet) => wallet === named;
  return (wallet) => wallet.startsWith(head) && wallet.endsWith(tail);
}
