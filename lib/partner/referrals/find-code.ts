/** Finds the code of a followed link. */
import "server-only";
import { and, eq, isNull } from "drizzle-orm";
import { database } from "#lib/platform/db/client.ts";
import { users } from "#lib/platform/db/schema/identity.ts";
import { partners } from "#lib/platform/db/schema/partner.ts";
import { httpRuntime } from "#lib/platform/http/runtime.ts";
import { CODE } from "./code.ts";
import { referralCodeOf } from "./referral-cookie.ts";

/** Only of a partner with a live account; public; case-insensitive. */
export async function findPartnerCode(code: string): Promise<{ code: string } | undefined> {
  const asked = code.toLowerCase();
  if (!CODE.test(asked)) return undefined;
  const db = await database();
  const [row] = await db
    .select({ code: partners.code })
    .from(partners)
    .innerJoin(users, eq(users.id, partners.userId))
    .where(and(eq(partners.code, asked), isNull(users.deletedAt)));
  return row;
}

/** The same for the link that a request's browser followed last. For a note on a page, which is omitted without the database. */
export async function followedCode(headers: Headers): Promise<string | undefined> {
  const code = referralCodeOf(headers);
  if (code === undefined) return undefined;
  try {
    return (await findPartnerCode(code))?.code;
  } catch (error) {
    httpRuntime().log.warn(
      { err: error },
      "the partner link that a browser followed could not be read",
    );
    return undefined;
  }
}
