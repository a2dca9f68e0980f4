/** POST {address, message, signature} → {freshUntil}: a wallet of the signed-in account proves again who is here. */
import { methodNotAllowed, route } from "#lib/http/route.ts";
import { FreshUntil, proveWithWallet } from "#lib/identity/prove-with-wallet.ts";
import { WalletProof } from "#lib/identity/wallet-proof.ts";

export const POST = route(
  { credential: "session", body: WalletProof, response: FreshUntil },
  proveWithWallet,
);

const other = methodNotAllowed("POST");

export { other as DELETE, other as GET, other as PATCH, other as PUT };
