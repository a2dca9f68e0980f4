/** The partner of a session or of a key. */
import "server-only";
import { randomInt } from "node:crypto";
import { eq } from "drizzle-orm";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import { partners } from "#lib/partner/schema/partner.ts";
import type { OwnerActor } from "#lib/platform/actor.ts";
import { config } from "#lib/platform/config/config.ts";
import { type Database, database } from "#lib/platform/db/client.ts";

export type Partner = typeof partners.$inferSelect;

/** A key needs the permission of its owner to read partner records. @throws NOT_A_PARTNER, PARTNER_NOT_ALLOWED */
export async function requirePartner(
  actor: OwnerActor,
): Promise<{ db: Database; partner: Partner }> {
  if (actor.kind === "mcp_key" && !actor.canReadPartner) {
    throw new ServiceError("PARTNER_NOT_ALLOWED");
  }
  const db = await database();
  const partner = await findPartner(db, actor.userId);
  if (partner === undefined) throw new ServiceError("NOT_A_PARTNER");
  return { db, partner };
}

export async function findPartner(
  db: Pick<Database, "select">,
  userId: string,
): Promise<Partner | undefined> {
  const [row] = await db.select().from(partners).where(eq(partners.userId, userId));
  return row;
}

/** The partner's link. */
export function referralUrl(code: string): string {
  return `${config().baseUrl}/r/${code}`;
}

/** Without letters and digits that are easily confused. */
const LETTERS = "abcdefghjkmnpqrstuvwxyz23456789";

/** A generated code of a link. */
export function newCode(): string {
  return Array.from({ length: 8 }, () => LETTERS[randomInt(LETTERS.length)]).join("");
}
