/** POST {address, message, signature} → 201: links a wallet that signed a challenge for this purpose. */
import { methodNotAllowed, respond, route } from "#lib/http/route.ts";
import { IdentityRecord } from "#lib/identity/identity-record.ts";
import { linkWallet } from "#lib/identity/link-wallet.ts";
import { WalletProof } from "#lib/identity/wallet-proof.ts";

export const POST = route(
  { credential: "session", body: WalletProof, response: IdentityRecord },
  async (call) => respond(201, await linkWallet(call)),
);

const other = methodNotAllowed("POST");

export { other as DELETE, other as GET, other as PATCH, other as PUT };
