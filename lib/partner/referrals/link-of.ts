import "server-only";
import { sql } from "drizzle-orm";

/** The code of the link by which the referral `r` came; null for an imported one. */
export const linkOf = sql`case when r.via is distinct from 'import' then coalesce(r.link_code, (select p.code from partners p where p.id = r.partner_id)) end`;
