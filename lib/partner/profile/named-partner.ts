/** Finds a partner for the operator. */
import "server-only";
import { eq, inArray, or } from "drizzle-orm";
import { z } from "zod";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import { findUsers } from "#lib/machines/operator/find-user.ts";
import { partners } from "#lib/partner/schema/partner.ts";
import { database } from "#lib/platform/db/client.ts";
import { users } from "#lib/platform/schema/users.ts";
import type { Partner } from "./partner.ts";

/** Code, `ptr_…`, `usr_…`, a wallet or a mail address. */
export const PartnerName = z.string().trim().min(3).max(200);

export type NamedPartner = {
  partner: Partner;
  /** The time at which the account was deleted. */
  deletedAt: Date | null;
};

/** Includes partners with a deleted account. @throws PARTNER_NOT_FOUND */
export async function namedPartner(name: string): Promise<NamedPartner> {
  const db = await database();
  const accounts = await findUsers(name);
  const [found] = await db
    .select({ partner: partners, deletedAt: users.deletedAt })
    .from(partners)
    .innerJoin(users, eq(users.id, partners.userId))
    .where(
      or(
        eq(partners.id, name),
        eq(partners.code, name.toLowerCase()),
        inArray(partners.userId, accounts),
      ),
    )
    .limit(1);
  if (found === undefined) throw new ServiceError("PARTNER_NOT_FOUND");
  return found;
}
