/** POST {address, message, signature} → {freshUntil}: a fresh proof by a wallet of the signed-in account. */

import { FreshUntil, proveWithWallet } from "#lib/identity/proofs/prove-with-wallet.ts";
import { WalletProof } from "#lib/identity/proofs/wallet-proof.ts";
import { route } from "#lib/server/route.ts";

export const POST = route(
  { credential: "session", body: WalletProof, response: FreshUntil },
  proveWithWallet,
);
