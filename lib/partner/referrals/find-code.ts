/** Finds the code of a followed link. */
import "server-only";
import { sql } from "drizzle-orm";
import { z } from "zod";
import { database } from "#lib/platform/db/client.ts";
import { httpRuntime } from "#lib/platform/http/runtime.ts";
import { linkCodes } from "./free-code.ts";
import { CODE } from "./referral-code.ts";
import { followedLinkOf } from "./referral-cookie.ts";

const Found = z.object({ code: z.string(), user_id: z.string() });

/** The code of a first or a further link and its owner, only of a partner with a live account; public; case-insensitive. */
export async function findPartnerCode(code: string): Promise<z.output<typeof Found> | undefined> {
  const wanted = code.toLowerCase();
  if (!CODE.test(wanted)) return undefined;
  const db = await database();
  const { rows } = await db.execute(sql`
    select link.code, p.user_id from (${linkCodes}) link join partners p on p.id = link.partner_id
    join users u on u.id = p.user_id where link.code = ${wanted} and u.deleted_at is null`);
  return rows[0] === undefined ? undefined : Found.parse(rows[0]);
}

/** The same for the link that a request's browser followed last. For a note on a page, which is omitted without the database. */
export async function followedCode(headers: Headers): Promise<string | undefined> {
  const link = followedLinkOf(headers);
  if (link === undefined) return undefined;
  try {
    return (await findPartnerCode(link.code))?.code;
  } catch (error) {
    httpRuntime().log.warn(
      { err: error },
      "the partner link that a browser followed could not be read",
    );
    return undefined;
  }
}
