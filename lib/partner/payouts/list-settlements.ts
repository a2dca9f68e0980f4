/** Settlements of all partners, for the operator. */
import "server-only";
import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { namedPartner, PartnerName } from "#lib/partner/profile/named-partner.ts";
import type { SettlementRow } from "#lib/partner/reads/read-settlements.ts";
import { partnerSettlements, partners } from "#lib/partner/schema/partner.ts";
import { database } from "#lib/platform/db/client.ts";
import { SETTLEMENT_STATES } from "#lib/protocol/partner/enumerations.ts";
import { SettlementRecord, settlementRecord } from "./settlement-record.ts";

export const ListQuery = z.strictObject({
  state: z.enum(SETTLEMENT_STATES).optional(),
  partner: PartnerName.optional(),
  run_id: z.string().max(64).optional(),
  cursor: z
    .string()
    .regex(/^\d{1,15}\.stl_[0-9a-f]{24}$/, "must be the next of the page before")
    .meta({ examples: ["1767225600000.stl_0123456789abcdef01234567"] })
    .optional(),
  limit: z.coerce.number().int().min(1).max(1_000).default(100),
});

export const SettlementList = z.strictObject({
  settlements: z.array(SettlementRecord),
  /** The cursor of the next page; null: this is the last one. */
  next: z.string().nullable(),
});

/** For the operator only. Newest first. @throws PARTNER_NOT_FOUND */
export async function listSettlements({
  input,
}: {
  input: { query: z.output<typeof ListQuery> };
}): Promise<z.output<typeof SettlementList>> {
  const { state, partner, run_id: run, cursor, limit } = input.query;
  const db = await database();
  const { partnerId, runId, state: column, createdAt, id } = partnerSettlements;
  const whose = partner === undefined ? undefined : (await namedPartner(partner)).partner.id;
  const rows = await db
    .select({ row: partnerSettlements, partner: partners })
    .from(partnerSettlements)
    .innerJoin(partners, eq(partners.id, partnerId))
    .where(
      and(
        state === undefined ? undefined : eq(column, state),
        whose === undefined ? undefined : eq(partnerId, whose),
        run === undefined ? undefined : eq(runId, run),
        after(cursor),
      ),
    )
    .orderBy(desc(createdAt), desc(id))
    .limit(limit + 1);
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  return {
    settlements: page.map((one) => settlementRecord(one.row, one.partner)),
    next: last === undefined ? null : cursorOf(last.row),
  };
}

function cursorOf({ createdAt, id }: SettlementRow): string {
  return `${createdAt}.${id}`;
}

function after(cursor: string | undefined): SQL | undefined {
  if (cursor === undefined) return undefined;
  const [time, last] = cursor.split(".");
  const { createdAt, id } = partnerSettlements;
  return sql`(${createdAt}, ${id}) < (${Number(time)}, ${last})`;
}
