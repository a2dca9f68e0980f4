/** A settlement as the operator sees it: the partner's view, and whose it is. */
import "server-only";
import { z } from "zod";
import type { Partner } from "#lib/partner/profile/partner.ts";
import { type SettlementRow, settlementOf } from "#lib/partner/reads/read-settlements.ts";
import { Settlement } from "#lib/protocol/wire/partner.ts";

export const SettlementRecord = z
  .strictObject({
    run_id: z.string(),
    partner_id: z.string(),
    code: z.string(),
    ...Settlement.shape,
  })
  .meta({ id: "OperatorSettlement" });

export type SettlementRecord = z.output<typeof SettlementRecord>;

export const SettlementAnswer = z.strictObject({ settlement: SettlementRecord });

export const SettlementParams = z.object({
  id: z.string().regex(/^stl_[0-9a-f]{24}$/, "must be stl_…"),
});

export function settlementRecord(
  row: SettlementRow,
  { id, code }: Pick<Partner, "id" | "code">,
): SettlementRecord {
  // At present, so that every stored end counts.
  const now = { standing: { seq: Number.POSITIVE_INFINITY }, asOf: Number.POSITIVE_INFINITY };
  return { run_id: row.runId, partner_id: id, code, ...settlementOf(row, now) };
}
