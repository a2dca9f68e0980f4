/** Reverses a wrongly booked fee at its original rate, without changing history. */
import "server-only";
import { sql } from "drizzle-orm";
import { z } from "zod";
import { recordAudit } from "#lib/identity/audit/audit-log.ts";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import type { OperatorContext } from "#lib/machines/operator/key-record.ts";
import { namedPartner, PartnerName } from "#lib/partner/profile/named-partner.ts";
import { type Database, database } from "#lib/platform/db/client.ts";
import { appendEntries, lockPartner } from "./append-rows.ts";
import { earningText, feeText } from "./figures.ts";
import { importedKey, Reference } from "./imported-key.ts";
import { isoTime } from "./ledger-line.ts";
import { type HashedFacts, readFacts } from "./ledger-row.ts";

export const ReversalBody = z
  .strictObject({
    partner: PartnerName,
    /** The row of the fee, or the name by which it was imported. */
    seq: z.int().min(1).optional(),
    reference: Reference.optional(),
    /** The partner reads it. */
    reason: z.string().trim().min(3, "say it in words").max(300),
  })
  .refine(({ seq, reference }) => (seq === undefined) !== (reference === undefined), {
    error: "it names either seq or reference",
  })
  .meta({ examples: [{ partner: "demo", seq: 1, reason: "The trade was undone." }] });

export const ReversalAnswer = z.strictObject({
  partner_id: z.string(),
  code: z.string(),
  reversal: z.strictObject({
    seq: z.int(),
    reverses_seq: z.int(),
    accrued_at: z.iso.datetime(),
    referral_id: z.string(),
    /** The reversed amount, in USD. */
    fee: z.string(),
    earned: z.string(),
    share_percent: z.int(),
  }),
});

/** For the operator only. Idempotent. @throws PARTNER_NOT_FOUND, FEE_NOT_FOUND */
export async function reverseFee({
  ctx,
  input,
}: {
  ctx: OperatorContext;
  input: { body: z.output<typeof ReversalBody> };
}): Promise<z.output<typeof ReversalAnswer>> {
  const { body } = input;
  const { now, actor, client } = ctx;
  const db = await database();
  const { partner } = await namedPartner(body.partner);
  const { id: partnerId, code, userId } = partner;
  return db.transaction(async (change) => {
    await lockPartner(change, partnerId);
    const original = await feeNamed(change, partnerId, body);
    const reversal = { kind: "reversal", original, occurredAt: now } as const;
    const rows = await appendEntries(change, { partnerId, now, entries: [reversal] });
    if (rows.length > 0) {
      await recordAudit(change, {
        now,
        userId,
        actor,
        action: "partner.fee_reversed",
        target: partnerId,
        client,
        details: {
          amount: earningText(original.amount),
          seq: original.seq,
          reason: body.reason,
        },
      });
    }
    return { partner_id: partnerId, code, reversal: await reversalOf(change, partnerId, original) };
  });
}

async function feeNamed(
  change: Pick<Database, "execute">,
  partnerId: string,
  { seq, reference }: { seq?: number | undefined; reference?: string | undefined },
): Promise<HashedFacts> {
  const which =
    reference === undefined ? sql`seq = ${seq}` : sql`key = ${importedKey(partnerId, reference)}`;
  const [row] = await readFacts(
    change,
    sql`partner_id = ${partnerId} and kind = 'accrual' and ${which}`,
  );
  if (row === undefined) throw new ServiceError("FEE_NOT_FOUND");
  return row;
}

async function reversalOf(
  change: Pick<Database, "execute">,
  partnerId: string,
  { seq: reversed }: HashedFacts,
): Promise<z.output<typeof ReversalAnswer>["reversal"]> {
  const [row] = await readFacts(
    change,
    sql`partner_id = ${partnerId} and kind = 'reversal' and reverses_seq = ${reversed}`,
  );
  if (row?.fee == null) throw new Error(`Row ${reversed} of ${partnerId} was not reversed.`);
  return {
    seq: row.seq,
    reverses_seq: reversed,
    accrued_at: isoTime(row.accruedAt),
    referral_id: row.fee.referralId,
    fee: feeText(row.fee.fee),
    earned: earningText(row.amount),
    share_percent: row.fee.percent,
  };
}
