/** PATCH → another name; DELETE → 204: the key's next call fails. */
import { KeyParams } from "#lib/machines/keys/key-record.ts";
import { RenameBotKey, renameKey } from "#lib/machines/keys/rename-key.ts";
import { revokeKey } from "#lib/machines/keys/revoke-key.ts";
import { BotKey } from "#lib/protocol/wire/machine-keys.ts";
import { route } from "#lib/server/route.ts";

export const PATCH = route(
  {
    credential: "session",
    summary: "Renames a bot key.",
    params: KeyParams,
    body: RenameBotKey,
    response: BotKey,
  },
  (call) => renameKey("bot", call),
);

export const DELETE = route(
  {
    credential: "session",
    summary: "Revokes a bot key: its next call fails.",
    params: KeyParams,
  },
  (call) => revokeKey("bot", call),
);
