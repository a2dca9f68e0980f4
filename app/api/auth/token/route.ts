/** GET → {token, expiresAt}: a ten-minute JWT of the signed-in wallet, for calls without the cookie. */

import { issueWalletToken, WalletToken } from "#lib/identity/sessions/wallet-token.ts";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import { route } from "#lib/server/route.ts";

export const GET = route(
  {
    credential: "session",
    summary: "A ten-minute wallet-session token for calls without the cookie",
    response: WalletToken,
  },
  (call) => {
    // A token must not renew itself: a leaked one would live as long as the session.
    if (call.input.request.headers.has("authorization")) {
      throw new ServiceError("INVALID_TOKEN", { reason: "a token is given for the cookie only" });
    }
    return issueWalletToken(call);
  },
);
