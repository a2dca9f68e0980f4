/** GET → {key, owner, usage} · DELETE {reason} → {key}: revoked. */
import { methodNotAllowed, route } from "#lib/http/route.ts";
import { RevokeBody, revokeKey } from "#lib/operator/revoke-key.ts";
import { ChangedKey } from "#lib/operator/set-limits.ts";
import { KeyParams, ShownKey, showKey } from "#lib/operator/show-key.ts";

export const GET = route(
  { credential: "operator", params: KeyParams, response: ShownKey },
  showKey,
);

export const DELETE = route(
  { credential: "operator", params: KeyParams, body: RevokeBody, response: ChangedKey },
  revokeKey,
);

const other = methodNotAllowed("GET, DELETE");

export { other as PATCH, other as POST, other as PUT };
