/** Links a wallet to the caller's account: a fresh proof of the account, and a signature of the wallet for this purpose. */
import "server-only";
import type { z } from "zod";
import { linkIdentity } from "#lib/identity/person/link-identity.ts";
import { requireFreshProof } from "#lib/identity/proofs/fresh-proof.ts";
import { proveWalletAudited } from "#lib/identity/proofs/prove-wallet-audited.ts";
import type { WalletProof } from "#lib/identity/proofs/wallet-proof.ts";
import type { Client, SessionActor } from "#lib/platform/actor.ts";
import type { IdentityRecord } from "#lib/protocol/wire/identity.ts";

/** @throws FRESH_PROOF_REQUIRED, SIGN_IN_REFUSED, IDENTITY_IN_USE */
export async function linkWallet(call: {
  ctx: { actor: SessionActor; now: number; client: Client };
  input: { body: z.output<typeof WalletProof> };
}): Promise<z.output<typeof IdentityRecord>> {
  const { ctx, input } = call;
  requireFreshProof(ctx.actor, ctx.now);
  return linkIdentity(await proveWalletAudited(input.body, ctx, "link"), ctx);
}
