/** DELETE unlinks a sign-in method of the signed-in account; never the last one. */
import { z } from "zod";
import { unlinkIdentity } from "#lib/identity/accounts/unlink-identity.ts";
import { route } from "#lib/server/route.ts";

export const DELETE = route(
  {
    credential: "session",
    summary: "Unlinks a wallet, mail address or provider login; requires a fresh proof.",
    params: z.object({ id: z.string().max(64) }),
  },
  unlinkIdentity,
);
