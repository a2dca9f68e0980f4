/** DELETE unlinks a sign-in method of the signed-in account; never the last one. */
import { z } from "zod";
import { unlinkIdentity } from "#lib/identity/accounts/unlink-identity.ts";
import { methodNotAllowed, route } from "#lib/server/route.ts";

export const DELETE = route(
  {
    credential: "session",
    summary: "Unlinks a wallet, mail address or provider login; requires a fresh proof.",
    params: z.object({ id: z.string().max(64) }),
  },
  unlinkIdentity,
);

const other = methodNotAllowed("DELETE");

export { other as GET, other as PATCH, other as POST, other as PUT };
