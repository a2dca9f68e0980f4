/** A credential of one kind sent where another belongs (spec 1, "Errors"): the caller is told, and the key's owner too. */
import "server-only";
import { hash } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { config } from "#lib/config.ts";
import { database } from "#lib/db/client.ts";
import { botKeys, mcpKeys } from "#lib/db/schema/keys.ts";
import { ServiceError } from "#lib/errors.ts";
import { CREDENTIAL_DOOR } from "#lib/protocol/key-formats.ts";
import type { Presented } from "./presented.ts";

type Shown = Exclude<Presented, { kind: "none" | "cookie" }>;

/** The refusal, with the address of the right door in it. */
export function wrongDoor({ kind }: Shown): ServiceError {
  const { baseUrl } = config();
  if (kind === "unknown" || kind === "operator_key") {
    return new ServiceError("MALFORMED_CREDENTIAL", { expected: "one of this service's kinds" });
  }
  const door = CREDENTIAL_DOOR[kind].replaceAll("{base_url}", baseUrl);
  const refusal = new ServiceError("WRONG_CREDENTIAL", { door });
  return refusal.withData({ presented: kind });
}

/** Leaves the hint on the page of a key that is known. `path`: where it was shown. */
export async function noteWrongDoor(shown: Shown, path: string, now: number): Promise<void> {
  const seen = { wrongDoorAt: new Date(now), wrongDoorPath: path.slice(0, 200) };
  if (shown.kind === "mcp_key") {
    const db = await database();
    await db
      .update(mcpKeys)
      .set({ ...seen, wrongDoorCount: sql`${mcpKeys.wrongDoorCount} + 1` })
      .where(eq(mcpKeys.hash, hash("sha256", shown.text, "hex")));
  } else if (shown.kind === "bot_key") {
    const db = await database();
    await db
      .update(botKeys)
      .set({ ...seen, wrongDoorCount: sql`${botKeys.wrongDoorCount} + 1` })
      .where(eq(botKeys.id, shown.text));
  }
}
