/** DELETE ends one session of the signed-in account. */
import { z } from "zod";
import { revokeSession } from "#lib/identity/sessions/revoke-session.ts";
import { route } from "#lib/server/route.ts";

export const DELETE = route(
  {
    credential: "session",
    summary: "Ends one session: its next request is refused",
    params: z.object({ id: z.string().max(64) }),
  },
  revokeSession,
);
