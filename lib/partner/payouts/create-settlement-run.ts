/** Creates settlements from the balances of partners, each in a transaction of its own. */
import "server-only";
import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { recordAudit } from "#lib/identity/audit/audit-log.ts";
import { identities } from "#lib/identity/schema/identity.ts";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import { newId } from "#lib/kernel/ids.ts";
import type { OperatorContext } from "#lib/machines/operator/key-record.ts";
import { appendEntries, lockPartner } from "#lib/partner/ledger/append-rows.ts";
import { isoTime } from "#lib/partner/ledger/ledger-line.ts";
import { standingAt } from "#lib/partner/ledger/ledger-row.ts";
import { allProducts } from "#lib/partner/ledger/totals.ts";
import { namedPartner, PartnerName } from "#lib/partner/profile/named-partner.ts";
import type { Partner } from "#lib/partner/profile/partner.ts";
import { payoutWallet } from "#lib/partner/profile/payout-wallet.ts";
import { isDue } from "#lib/partner/profile/payout-wishes.ts";
import type { SettlementRow } from "#lib/partner/reads/read-settlements.ts";
import { heldEarnings } from "#lib/partner/review/held-earnings.ts";
import { partnerSettlements, partners } from "#lib/partner/schema/partner.ts";
import { config } from "#lib/platform/config/config.ts";
import { type Database, database } from "#lib/platform/db/client.ts";
import { httpRuntime } from "#lib/platform/http/runtime.ts";
import { users } from "#lib/platform/schema/users.ts";
import { formatDecimal, parseDecimal } from "#lib/protocol/decimal.ts";
import { SETTLEMENT_STATES } from "#lib/protocol/partner/enumerations.ts";
import {
  fromPayoutUnits,
  PAYOUT_DECIMALS,
  payable,
  toPayoutUnits,
} from "#lib/protocol/partner/partner-levels.ts";
import { type PaymentChain, paymentChain } from "./_payment-chain.ts";
import { amountText, type Change } from "./_settling.ts";

const SKIPPED = [
  "account_deleted",
  "nothing",
  "no_wallet",
  "below_minimum",
  /** By the partner's own schedule. */
  "not_due",
  "error",
] as const;

export const RunBody = z.strictObject({
  /** Pays earnings up to then, inclusive. */
  period_end: z.iso
    .datetime({ offset: true, error: "must be an ISO 8601 date and time" })
    .transform((text) => Date.parse(text)),
  /** Minimum in USDC; smaller amounts stay pending. Absent: the one that partners read (`PARTNER_PAYOUT_MINIMUM`). */
  minimum: z
    .string()
    .refine((text) => parseDecimal(text, PAYOUT_DECIMALS) !== undefined, {
      params: { code: "INVALID_DECIMAL" },
    })
    .optional(),
  /** Only this partner, also when its own schedule or minimum would leave it out. */
  partner: PartnerName.optional(),
  /** Reports the settlements without creating them. */
  dry_run: z.boolean().default(false),
  /** Continues the run with this id; its existing settlements are in the answer. Absent: a new run. */
  run_id: z
    .string()
    .regex(/^run_[0-9a-f]{24}$/, "must be run_ and 24 hex digits")
    .optional(),
});

const whose = { partner_id: z.string(), code: z.string() };

export const RunAnswer = z.strictObject({
  /** Null: nothing was written. */
  run_id: z.string().nullable(),
  period_end: z.iso.datetime(),
  minimum: z.string(),
  network: z.string(),
  mint: z.string(),
  /** USDC of the unpaid ones in `settlements`. */
  total: z.string(),
  settlements: z.array(
    z.strictObject({
      ...whose,
      settlement_id: z.string().nullable(),
      recipient: z.string(),
      /** USDC. */
      amount: z.string(),
      state: z.enum(SETTLEMENT_STATES).nullable(),
    }),
  ),
  skipped: z.array(
    z.strictObject({
      ...whose,
      reason: z.enum(SKIPPED),
      /** USDC that stay pending. */ amount: z.string(),
    }),
  ),
});

type Answer = z.output<typeof RunAnswer>;
type Made = Answer["settlements"][number];
type Skipped = Answer["skipped"][number];

type Run = {
  id: string;
  periodEnd: number;
  minimum: bigint;
  /** False for a partner whom the operator names. */
  heedsWishes: boolean;
  chain: PaymentChain;
  ctx: OperatorContext;
};

/** `units`: base units of USDC. */
type Outcome = { made: Made; units: bigint } | { skipped: Skipped };

/**
 * For the operator only. Amounts below a payable unit and balances of skipped partners stay pending; an error of one partner (`error`,
 * see the log) does not affect the others.
 * @throws PAYOUTS_NOT_CONFIGURED, CHAIN_UNREACHABLE, CHAIN_IS_ANOTHER, PARTNER_NOT_FOUND, INVALID_FIELD
 */
export async function createSettlementRun({
  ctx,
  input,
}: {
  ctx: OperatorContext;
  input: { body: z.output<typeof RunBody> };
}): Promise<Answer> {
  const { body } = input;
  if (body.period_end > ctx.now) {
    const reason = "it lies in the future";
    throw new ServiceError("INVALID_FIELD", { field: "period_end", reason });
  }
  const minimum = body.minimum ?? config().partner.payoutMinimum;
  const run: Run = {
    id: body.run_id ?? newId("run"),
    periodEnd: body.period_end,
    minimum: parseDecimal(minimum, PAYOUT_DECIMALS) ?? 0n,
    heedsWishes: body.partner === undefined,
    chain: await paymentChain(),
    ctx,
  };
  const db = await database();
  const outcomes: Outcome[] = [];
  for (const partner of await candidates(db, body.partner)) {
    outcomes.push(await outcomeFor(db, partner, { run, isDry: body.dry_run }));
  }
  const made = outcomes.filter((outcome) => "made" in outcome);
  const { network, mint } = run.chain;
  return {
    run_id: body.dry_run ? null : run.id,
    period_end: isoTime(run.periodEnd),
    minimum,
    network,
    mint,
    total: totalOf(made),
    settlements: made.map((outcome) => outcome.made),
    skipped: outcomes.flatMap((outcome) => ("skipped" in outcome ? [outcome.skipped] : [])),
  };
}

async function candidates(db: Database, name: string | undefined): Promise<Partner[]> {
  if (name !== undefined) return [(await namedPartner(name)).partner];
  return db.select().from(partners).orderBy(partners.code);
}

async function outcomeFor(
  db: Database,
  partner: Partner,
  { run, isDry }: { run: Run; isDry: boolean },
): Promise<Outcome> {
  const { id: partner_id, code } = partner;
  try {
    const seen = await readOutcome(db, partner, run);
    // Read without a lock: a call of the same run may have made it out between two of these reads.
    if ("skipped" in seen) return (await madeByThisRun(db, partner, run)) ?? seen;
    if (isDry || seen.made.settlement_id !== null) return seen;
    return await db.transaction((change) => makeOut(change, partner, run));
  } catch (error) {
    httpRuntime().log.error({ err: error, partner: code }, "a settlement could not be created");
    return { skipped: { partner_id, code, reason: "error", amount: "0" } };
  }
}

/** The settlements of this run, existing or planned. */
async function readOutcome(
  db: Pick<Database, "execute" | "select">,
  partner: Partner,
  run: Run,
): Promise<Outcome> {
  const earlier = await madeByThisRun(db, partner, run);
  if (earlier !== undefined) return earlier;
  const { id: partner_id, code } = partner;
  const units = await payableUntil(db, partner_id, run.periodEnd);
  const amount = formatDecimal(units, PAYOUT_DECIMALS);
  const skipped = (reason: Skipped["reason"]): Outcome => ({
    skipped: { partner_id, code, reason, amount },
  });
  const { isThere, recipient } = await accountOf(db, partner, run.ctx.now);
  if (!isThere) return skipped("account_deleted");
  if (units === 0n) return skipped("nothing");
  if (recipient === null) return skipped("no_wallet");
  const own = run.heedsWishes ? (partner.payoutMinimum ?? 0n) : 0n;
  if (units < (own > run.minimum ? own : run.minimum)) return skipped("below_minimum");
  if (run.heedsWishes && !(await isDue(db, partner, run.periodEnd))) return skipped("not_due");
  const made = { partner_id, code, settlement_id: null, recipient, amount, state: null };
  return { made, units };
}

/** Runs in a transaction; of two concurrent runs the second finds the balance settled. */
async function makeOut(change: Change, { id, userId }: Partner, run: Run): Promise<Outcome> {
  // Locks accounts before partners, as everywhere, which also keeps the account from being deleted meanwhile.
  await change.select({ id: users.id }).from(users).where(eq(users.id, userId)).for("update");
  await lockPartner(change, id);
  const [partner] = await change.select().from(partners).where(eq(partners.id, id));
  if (partner === undefined) throw new Error(`There is no partner ${id}.`);
  const outcome = await readOutcome(change, partner, run);
  if ("skipped" in outcome || outcome.made.settlement_id !== null) return outcome;
  const row = await write(change, partner, { run, ...outcome });
  return { made: { ...outcome.made, settlement_id: row.id, state: row.state }, units: row.amount };
}

async function madeByThisRun(
  db: Pick<Database, "select">,
  { id, code }: Partner,
  run: Run,
): Promise<Outcome | undefined> {
  const { runId, partnerId } = partnerSettlements;
  const [row] = await db
    .select()
    .from(partnerSettlements)
    .where(and(eq(runId, run.id), eq(partnerId, id)));
  if (row === undefined) return undefined;
  const { id: settlement_id, recipient, state } = row;
  const amount = amountText(row);
  const made = { partner_id: id, code, settlement_id, recipient, amount, state };
  return { made, units: row.amount };
}

async function write(
  change: Change,
  partner: Partner,
  { run, made, units }: { run: Run; made: Made; units: bigint },
): Promise<SettlementRow> {
  const { now, actor, client } = run.ctx;
  const { network, mint } = run.chain;
  const simulated = network === "simulated";
  const id = newId("stl");
  const amount = fromPayoutUnits(units);
  const occurredAt = run.periodEnd;
  const [entry] = await appendEntries(change, {
    partnerId: partner.id,
    now,
    entries: [{ kind: "settlement", settlementId: id, amount, occurredAt, simulated }],
  });
  if (entry === undefined) throw new Error(`Settlement ${id} is in the ledger already.`);
  const [row] = await change
    .insert(partnerSettlements)
    .values({
      id,
      runId: run.id,
      partnerId: partner.id,
      amount: units,
      periodEnd: run.periodEnd,
      state: "created",
      network,
      mint,
      recipient: made.recipient,
      openedSeq: entry.seq,
      // Simulated history is dated at its own time.
      createdAt: simulated ? run.periodEnd : now,
      simulated,
    })
    .returning();
  if (row === undefined) throw new Error(`Settlement ${id} was not written.`);
  await change.update(partners).set({ payoutRequestedAt: null }).where(eq(partners.id, partner.id));
  await recordAudit(change, {
    now,
    userId: partner.userId,
    actor,
    action: "partner.settlement_created",
    target: id,
    client,
    details: { amount: made.amount, run: run.id },
  });
  return row;
}

/**
 * Base units of USDC: earnings up to then that are neither paid nor in transit, at most the present balance, without those of
 * referrals in review. Later reversals lower only the balance.
 */
async function payableUntil(
  db: Pick<Database, "execute" | "select">,
  partnerId: string,
  time: number,
): Promise<bigint> {
  const now = await standingAt(db, partnerId);
  const then = await standingAt(db, partnerId, { time });
  const taken = allProducts(now.totals).earned - now.balance;
  const left = allProducts(then.totals).earned - taken;
  const held = await heldEarnings(db, partnerId);
  return toPayoutUnits(payable((left < now.balance ? left : now.balance) - held));
}

/** A payout wallet that was unlinked since may no longer belong to the partner, so it is not paid. */
async function accountOf(
  db: Pick<Database, "select">,
  partner: Partner,
  now: number,
): Promise<{ isThere: boolean; recipient: string | null }> {
  const { address } = payoutWallet(partner, now);
  const [account] = await db
    .select({ deletedAt: users.deletedAt, wallet: identities.subject })
    .from(users)
    .leftJoin(
      identities,
      and(
        eq(identities.userId, users.id),
        eq(identities.kind, "wallet"),
        eq(identities.subject, sql`${address}::text`),
      ),
    )
    .where(eq(users.id, partner.userId));
  return { isThere: account?.deletedAt === null, recipient: account?.wallet ?? null };
}

function totalOf(outcomes: readonly { made: Made; units: bigint }[]): string {
  const units = outcomes
    .filter(({ made }) => made.state === null || made.state === "created")
    .reduce((sum, one) => sum + one.units, 0n);
  return formatDecimal(units, PAYOUT_DECIMALS);
}
