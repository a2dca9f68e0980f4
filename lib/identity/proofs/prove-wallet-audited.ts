/** The wallet proof of all sign-in flows: a refused one is recorded in the log of the wallet's account. */
import "server-only";
import type { ProvedIdentity } from "#lib/identity/person/person.ts";
import type { Client } from "#lib/platform/actor.ts";
import { decodePublicKey } from "#lib/protocol/signing/signing.ts";
import { auditRefusal } from "./audit-refusal.ts";
import { proveWallet, type SignInProof } from "./prove-wallet.ts";
import type { ProofPurpose } from "./sign-in-message.ts";

/** @throws SIGN_IN_REFUSED */
export async function proveWalletAudited(
  proof: SignInProof,
  ctx: { now: number; client: Client },
  purpose?: ProofPurpose,
): Promise<ProvedIdentity> {
  const { address } = proof;
  const prove = () => proveWallet(proof, ctx.now, purpose);
  if (decodePublicKey(address) === undefined) return prove();
  return auditRefusal({ kind: "wallet", subject: address }, ctx, prove);
}
