/** GET → {key, owner, usage} · DELETE {reason} → {key}: revoked. */

import { KeyParams } from "#lib/machines/operator/key-record.ts";
import { RevokeBody, RevokedKey, revokeKey } from "#lib/machines/operator/revoke-key.ts";
import { ShownKey, showKey } from "#lib/machines/operator/show-key.ts";
import { route } from "#lib/server/route.ts";

export const GET = route(
  {
    credential: "operator",
    summary: "A key with its owner and its usage",
    params: KeyParams,
    response: ShownKey,
  },
  showKey,
);

export const DELETE = route(
  {
    credential: "operator",
    summary: "Revokes a key: its next request is refused",
    params: KeyParams,
    body: RevokeBody,
    response: RevokedKey,
  },
  revokeKey,
);
