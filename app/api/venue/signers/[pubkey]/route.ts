/** DELETE revokes one signer of the signed-in account, signed by the owner. Status and body are the venue's. */
import { z } from "zod";
import { decodePublicKey } from "#lib/protocol/signing/signing.ts";
import { RevokedSigner } from "#lib/protocol/wire/account.ts";
import { route } from "#lib/server/route.ts";
import { forwardWrite } from "#lib/trading/venue-access/forward.ts";
import { forwardedBody } from "#lib/trading/venue-access/forwarded-body.ts";

const params = z.object({
  pubkey: z
    .string()
    .refine((text) => decodePublicKey(text) !== undefined, "must be a base58 public key"),
});

export const DELETE = route(
  {
    credential: "wallet",
    summary: "Revokes a signer (revoke_signer)",
    params,
    body: forwardedBody("DELETE /v1/signers/{pubkey}", { timestamp: 1_767_225_600_000 }),
    response: RevokedSigner,
  },
  ({ ctx, input }) => {
    const path = `/v1/signers/${input.params.pubkey}`;
    return forwardWrite(ctx, { method: "DELETE", path, contract: RevokedSigner }, input);
  },
);
