/** Books fees outside of the venue's feed (earlier programmes, swaps, predictions), on the operator's responsibility. */
import "server-only";
import { sql } from "drizzle-orm";
import { z } from "zod";
import type { AuditDatabase } from "#lib/identity/audit/audit-entry.ts";
import { recordAudit } from "#lib/identity/audit/audit-log.ts";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import type { OperatorContext } from "#lib/machines/operator/key-record.ts";
import { bookFees, type ChargedFee } from "#lib/partner/ledger/book-fees.ts";
import { importedKey, Reference } from "#lib/partner/ledger/imported-key.ts";
import { namedPartner, PartnerName } from "#lib/partner/profile/named-partner.ts";
import type { Partner } from "#lib/partner/profile/partner.ts";
import { bindWallets } from "#lib/partner/referrals/bind-wallets.ts";
import { type Database, database } from "#lib/platform/db/client.ts";
import { parseDecimal } from "#lib/protocol/decimal.ts";
import { FEE_DECIMALS, FEE_SOURCES } from "#lib/protocol/partner/partner-levels.ts";
import { decodePublicKey } from "#lib/protocol/signing/signing.ts";
import { bindImported, REFUSALS, type ReferralToBind, requirePeople } from "./_bind-imported.ts";

const MOST = 1_000;

const account = z.string().refine((text) => decodePublicKey(text) !== undefined, {
  params: { code: "INVALID_PUBLIC_KEY" },
});
const moment = z.iso
  .datetime({ offset: true, error: "must be an ISO 8601 date and time" })
  .transform((text) => Date.parse(text));
const usd = z
  .string()
  .refine((text) => (parseDecimal(text, FEE_DECIMALS) ?? 0n) > 0n, {
    params: { code: "INVALID_DECIMAL" },
  })
  .meta({ examples: ["1.25"] })
  .transform((text) => parseDecimal(text, FEE_DECIMALS) ?? 0n);

const fee = z
  .strictObject({
    /** Identifies the fee permanently among those of this partner. */
    reference: Reference,
    account,
    source: z.enum(FEE_SOURCES),
    /** USD above zero, at most nine digits behind the point: after the discount, which is the basis, and before it. */
    charged: usd,
    gross: usd,
    occurred_at: moment,
  })
  .refine(({ charged, gross }) => charged <= gross, { error: "charged is more than gross" });

export const FeesBody = z.strictObject({
  partner: PartnerName,
  /** People whom the partner referred. A wallet without an account gets one, which its owner enters by signing in. */
  referrals: z
    .array(z.strictObject({ account, /** Fees of before do not count. */ since: moment }))
    .max(MOST)
    .default([]),
  fees: z.array(fee).max(MOST),
  /** Marks these rows as simulated, permanently. */
  simulated: z.boolean().default(false),
});

export const FeesAnswer = z.strictObject({
  booked: z.int(),
  /** Booked before under the same reference. */
  known: z.int(),
  /** Fees of accounts that were not this partner's referrals at the time. */
  not_referred: z.int(),
  /** Referrals that were not made. */
  refused: z.array(z.strictObject({ account: z.string(), reason: z.enum(REFUSALS) })),
});

type Body = z.output<typeof FeesBody>;

/**
 * For the operator only. Idempotent. A fee counts when it happened, but never before the newest row of the ledger, so import old
 * fees before newer ones are booked.
 * @throws PARTNER_NOT_FOUND, also for a deleted account; INVALID_FIELD for future times
 */
export async function importFees({
  ctx,
  input,
}: {
  ctx: OperatorContext;
  input: { body: Body };
}): Promise<z.output<typeof FeesAnswer>> {
  const { body } = input;
  const db = await database();
  const { partner, deletedAt } = await namedPartner(body.partner);
  if (deletedAt !== null) throw new ServiceError("PARTNER_NOT_FOUND");
  requirePast(body, ctx.now);
  const referrals = uniqueReferrals(body.referrals);
  await requirePeople(db, referrals, ctx);
  return db.transaction(async (change) => {
    const binding = { partner, referrals, simulated: body.simulated };
    const refused = await bindImported(change, binding, ctx);
    const counts = await bookThose(change, { partner, body, now: ctx.now });
    if (counts.booked > 0) await noteImport(change, { partner, count: counts.booked, ctx });
    return { ...counts, refused };
  });
}

function requirePast({ referrals, fees }: Body, now: number): void {
  const late = (field: string): ServiceError =>
    new ServiceError("INVALID_FIELD", { field, reason: "it lies in the future" });
  const referral = referrals.findIndex(({ since }) => since > now);
  if (referral !== -1) throw late(`referrals.${referral}.since`);
  const paid = fees.findIndex(({ occurred_at: at }) => at > now);
  if (paid !== -1) throw late(`fees.${paid}.occurred_at`);
}

/** The first of several duplicates counts. */
function uniqueReferrals(given: Body["referrals"]): ReferralToBind[] {
  const byAccount = new Map<string, ReferralToBind>();
  for (const one of given) if (!byAccount.has(one.account)) byAccount.set(one.account, one);
  return [...byAccount.values()];
}

type Import = { partner: Partner; body: Body; now: number };

/** In order of time, whatever the order of the body. */
async function bookThose(
  change: Pick<Database, "execute" | "select" | "delete">,
  { partner, body, now }: Import,
): Promise<{ booked: number; known: number; not_referred: number }> {
  const { fees, simulated } = body;
  const keys = fees.map(({ reference }) => importedKey(partner.id, reference));
  const before = await bookedAmong(change, keys);
  const own = await accountsOf(change, partner.id, [...new Set(fees.map((one) => one.account))]);
  const charged = fees
    .filter((one) => own.has(one.account))
    .toSorted((a, b) => a.occurred_at - b.occurred_at)
    .map(
      ({ reference, occurred_at: occurredAt, ...facts }): ChargedFee => ({
        ...facts,
        key: importedKey(partner.id, reference),
        occurredAt,
        origin: "operator",
        simulated,
      }),
    );
  const booked = await bookFees(change, charged, now);
  const after = await bookedAmong(change, keys);
  // Includes duplicates within this body.
  const known = keys.filter((key) => after.has(key)).length - booked;
  if (after.size - before.size !== booked)
    throw new Error("The ledger grew by an unexpected number of rows.");
  return { booked, known, not_referred: fees.length - booked - known };
}

async function bookedAmong(
  change: Pick<Database, "execute">,
  keys: readonly string[],
): Promise<Set<string>> {
  const { rows } = await change.execute(sql`
    select key from partner_ledger where key in (select json_array_elements_text(${JSON.stringify(keys)}::json))`);
  return new Set(rows.map((row) => z.object({ key: z.string() }).parse(row).key));
}

/** The accounts that are this partner's referrals; fees of others are not booked. */
async function accountsOf(
  change: Pick<Database, "execute">,
  partnerId: string,
  accounts: readonly string[],
): Promise<Set<string>> {
  await bindWallets(change, accounts);
  const { rows } = await change.execute(sql`
    select a.account from partner_accounts a join partner_referrals r on r.id = a.referral_id
    where r.partner_id = ${partnerId}
      and a.account in (select json_array_elements_text(${JSON.stringify(accounts)}::json))`);
  return new Set(rows.map((row) => z.object({ account: z.string() }).parse(row).account));
}

async function noteImport(
  change: AuditDatabase,
  { partner, count, ctx }: { partner: Partner; count: number; ctx: OperatorContext },
): Promise<void> {
  const { now, actor, client } = ctx;
  await recordAudit(change, {
    now,
    userId: partner.userId,
    actor,
    action: "partner.fees_imported",
    target: partner.id,
    client,
    details: { count },
  });
}
