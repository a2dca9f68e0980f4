/** Reads may name the account that the page believes to be signed in; the name is not passed on to the venue. */
import "server-only";
import { z } from "zod";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import { decodePublicKey } from "#lib/protocol/signing/signing.ts";

/** The query of a read that takes nothing but `account`. */
export const accountQuery = z.strictObject({
  account: z
    .string()
    .refine((text) => decodePublicKey(text) !== undefined, "must be a base58 public key")
    .optional(),
});

/** Readers of private account data: the owner's session, which proved the wallet, or a bot of that owner. */
export type AccountReader = { account: string; kind?: "session" };

/** Refuses a request about another account than the signed-in one. @throws ACCOUNT_MISMATCH */
export function requireAccount(actor: AccountReader, expected: string | undefined): void {
  if (expected !== undefined && expected !== actor.account) {
    throw new ServiceError("ACCOUNT_MISMATCH");
  }
}
