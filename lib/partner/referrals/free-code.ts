/** A code belongs to one link of one partner, whether it is a first or a further one. */
import "server-only";
import { sql } from "drizzle-orm";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import type { Statements } from "#lib/platform/db/client.ts";
import { isReservedCode } from "./referral-code.ts";

/**
 * Reserves a code until the transaction ends: of two that want the same one, the second waits and finds it taken.
 * @throws CODE_TAKEN
 */
export async function requireFreeCode(
  change: Pick<Statements, "execute">,
  code: string,
): Promise<void> {
  if (isReservedCode(code)) throw new ServiceError("CODE_TAKEN");
  await change.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`link:${code}`}, 0))`);
  const { rows } = await change.execute(
    sql`select 1 from (${linkCodes}) link where link.code = ${code} limit 1`,
  );
  if (rows.length > 0) throw new ServiceError("CODE_TAKEN");
}

/** All links: `code`, `partner_id`, and `link_code`, which is null for a partner's first link. */
export const linkCodes = sql`
  select code, id as partner_id, null::text as link_code from partners
  union all select code, partner_id, code as link_code from partner_links`;
