/** GET → {token, expiresAt}: a ten-minute JWT of the signed-in wallet, for calls without the cookie. */
import { methodNotAllowed, route } from "#lib/http/route.ts";
import { issueWalletToken, WalletToken } from "#lib/wallet-session/wallet-token.ts";

export const GET = route(
  {
    credential: "session",
    summary: "A ten-minute wallet-session token for calls without the cookie",
    response: WalletToken,
  },
  issueWalletToken,
);

const other = methodNotAllowed("GET");

export { other as DELETE, other as PATCH, other as POST, other as PUT };
