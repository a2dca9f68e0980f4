/** DELETE → 204: the key's next call fails. */
import { KeyParams } from "#lib/machines/keys/key-record.ts";
import { revokeKey } from "#lib/machines/keys/revoke-key.ts";
import { methodNotAllowed, route } from "#lib/server/route.ts";

export const DELETE = route(
  {
    credential: "session",
    summary: "Revokes a bot key: its next call fails.",
    params: KeyParams,
  },
  (call) => revokeKey("bot", call),
);

const other = methodNotAllowed("DELETE");

export { other as GET, other as PATCH, other as POST, other as PUT };
