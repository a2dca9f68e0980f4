/** POST {address, message, signature} → 201: links a wallet that signed a challenge for this purpose. */

import { linkWallet } from "#lib/identity/accounts/link-wallet.ts";
import { WalletProof } from "#lib/identity/proofs/wallet-proof.ts";
import { respond } from "#lib/platform/http/reply.ts";
import { IdentityRecord } from "#lib/protocol/wire/identity.ts";
import { route } from "#lib/server/route.ts";

export const POST = route(
  { credential: "session", body: WalletProof, response: IdentityRecord },
  async (call) => respond(201, await linkWallet(call)),
);
