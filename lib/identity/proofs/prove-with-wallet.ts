/** A fresh proof by a wallet of the caller's account, signed for this purpose. */
import "server-only";
import { z } from "zod";
import type { Client, SessionActor } from "#lib/platform/actor.ts";
import { proveIdentity } from "./prove-identity.ts";
import { proveWalletAudited } from "./prove-wallet-audited.ts";
import type { WalletProof } from "./wallet-proof.ts";

/** Until when the session's proof is fresh. */
export const FreshUntil = z.strictObject({ freshUntil: z.iso.datetime().nullable() });

/** @throws SIGN_IN_REFUSED, IDENTITY_NOT_FOUND */
export async function proveWithWallet(call: {
  ctx: { actor: SessionActor; now: number; client: Client };
  input: { body: z.output<typeof WalletProof> };
}): Promise<z.output<typeof FreshUntil>> {
  const { ctx, input } = call;
  return proveIdentity(await proveWalletAudited(input.body, ctx, "prove"), ctx);
}
