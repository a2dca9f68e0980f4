/** DELETE takes a way to sign in from the signed-in account; never the last one. */
import { z } from "zod";
import { methodNotAllowed, route } from "#lib/http/route.ts";
import { unlinkIdentity } from "#lib/identity/unlink-identity.ts";

export const DELETE = route(
  {
    credential: "session",
    summary: "Unlinks a wallet, mail address or provider login; takes a fresh proof.",
    params: z.object({ id: z.string().max(64) }),
  },
  unlinkIdentity,
);

const other = methodNotAllowed("DELETE");

export { other as GET, other as PATCH, other as POST, other as PUT };
