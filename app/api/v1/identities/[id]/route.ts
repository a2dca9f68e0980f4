/** DELETE unlinks a sign-in method of the signed-in account; never the last one. */
import { z } from "zod";
import { unlinkIdentity } from "#lib/identity/accounts/unlink-identity.ts";
import { ACCOUNT_ROWS } from "#lib/server/account-rows.ts";
import { route } from "#lib/server/route.ts";

export const DELETE = route(
  {
    credential: "session",
    summary: "Unlinks a wallet, mail address or provider login; needs a fresh proof",
    params: z.object({ id: z.string().max(64) }),
  },
  (call) => unlinkIdentity(call, ACCOUNT_ROWS),
);
