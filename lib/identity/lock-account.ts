/** What changes the identities of an account does so one after the other, and not after the account is gone. */
import "server-only";
import { and, eq, isNull } from "drizzle-orm";
import type { Database } from "#lib/db/client.ts";
import { users } from "#lib/db/schema/identity.ts";
import { ServiceError } from "#lib/errors.ts";

/** Holds until the transaction `change` ends. @throws SIGN_IN_REQUIRED when the account was deleted */
export async function lockAccount(
  change: Pick<Database, "select">,
  userId: string,
): Promise<{ createdAt: Date }> {
  const [row] = await change
    .select({ createdAt: users.createdAt })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.deletedAt)))
    .for("update");
  if (row === undefined) throw new ServiceError("SIGN_IN_REQUIRED");
  return row;
}
