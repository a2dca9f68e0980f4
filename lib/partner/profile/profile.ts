/** The partner's profile: joining, the link, the payout wallet. */
import "server-only";
import { and, asc, eq } from "drizzle-orm";
import { z } from "zod";
import { recordAudit } from "#lib/identity/audit/audit-log.ts";
import { lockAccount } from "#lib/identity/person/lock-account.ts";
import { requireFreshProof } from "#lib/identity/proofs/fresh-proof.ts";
import { identities } from "#lib/identity/schema/identity.ts";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import { newId } from "#lib/kernel/ids.ts";
import { requireFreeCode } from "#lib/partner/referrals/free-code.ts";
import { CODE } from "#lib/partner/referrals/referral-code.ts";
import { partners } from "#lib/partner/schema/partner.ts";
import type { Client, SessionActor } from "#lib/platform/actor.ts";
import { config } from "#lib/platform/config/config.ts";
import { type Database, database } from "#lib/platform/db/client.ts";
import type { PartnerProfile } from "#lib/protocol/wire/partner.ts";
import { findPartner, newCode, type Partner, referralUrl } from "./partner.ts";
import { openPayee, PayeeBody, sealPayee } from "./payee.ts";
import { payoutTerms } from "./payout-terms.ts";
import { payoutWallet } from "./payout-wallet.ts";
import { PayoutWishes, recordWishes, shownPayouts, wishedChanges } from "./payout-wishes.ts";

export const JoinBody = z.strictObject({
  /** Permanent, so that published links keep working. Absent: generated. */
  code: z
    .string()
    .trim()
    .toLowerCase()
    .regex(CODE, "must be 3 to 24 of a to z, 0 to 9 and - between them")
    .optional(),
});

export const ProfileBody = z.strictObject({
  /** A wallet of the account. The present one stops a change that waits. */
  payout_address: z.string().nullable().optional(),
  mail_notices: z.boolean().optional(),
  ...PayoutWishes.shape,
  payee: PayeeBody.nullable().optional(),
});

type Context = { actor: SessionActor; client: Client; now: number };

export async function readProfile({
  ctx,
}: {
  ctx: { actor: SessionActor; now: number };
}): Promise<PartnerProfile> {
  const db = await database();
  return profileOf(db, await findPartner(db, ctx.actor.userId), ctx.now);
}

/** Idempotent; the first code is kept. @throws CODE_TAKEN */
export async function joinProgramme(call: {
  ctx: Context;
  input: { body: z.output<typeof JoinBody> };
}): Promise<PartnerProfile> {
  const { actor, client, now } = call.ctx;
  const { userId } = actor;
  const { code = newCode() } = call.input.body;
  const db = await database();
  return db.transaction(async (change) => {
    await lockAccount(change, userId);
    const present = await findPartner(change, userId);
    if (present !== undefined) return profileOf(change, present, now);
    await requireFreeCode(change, code);
    const [partner] = await change
      .insert(partners)
      .values({
        id: newId("ptr"),
        userId,
        code,
        payoutAddress: (await walletsOf(change, userId))[0] ?? null,
        createdAt: new Date(now),
      })
      .onConflictDoNothing()
      .returning();
    if (partner === undefined) throw new ServiceError("CODE_TAKEN");
    await recordAudit(change, {
      now,
      userId,
      actor,
      action: "partner.joined",
      target: partner.id,
      client,
      details: { code: partner.code },
    });
    return profileOf(change, partner, now);
  });
}

/**
 * The partner's choices. Another payout wallet is paid after a time in which its owner gets a notice and can stop the change by naming the
 * present wallet again, without a further proof.
 * @throws NOT_A_PARTNER, INVALID_FIELD; FRESH_PROOF_REQUIRED for another payout wallet
 */
export async function changeProfile(call: {
  ctx: Context;
  input: { body: z.output<typeof ProfileBody> };
}): Promise<PartnerProfile> {
  const { actor, client, now } = call.ctx;
  const { userId } = actor;
  const { payout_address: address, mail_notices: mailNotices, payee } = call.input.body;
  const db = await database();
  return db.transaction(async (change) => {
    await lockAccount(change, userId);
    const partner = await findPartner(change, userId);
    if (partner === undefined) throw new ServiceError("NOT_A_PARTNER");
    const present = payoutWallet(partner, now);
    const isPresent = address === present.address;
    const isWaiting = address === present.next?.address;
    const isMoved = address !== undefined && !isPresent && !isWaiting;
    const isStopped = isPresent && present.next !== null;
    let wallets: Pick<Partner, "payoutNext" | "payoutNextAt"> = NO_CHANGE;
    if (isMoved) {
      requireFreshProof(actor, now);
      wallets = waitingChange(await requireWallet(change, userId, address), now);
    }
    const [changed = partner] = await change
      .update(partners)
      .set({
        ...(isMoved || isStopped ? { payoutAddress: present.address, ...wallets } : {}),
        mailNotices: mailNotices ?? partner.mailNotices,
        ...wishedChanges(call.input.body, now),
        ...(payee === undefined ? {} : { payee: sealPayee(payee, partner.id) }),
      })
      .where(eq(partners.id, partner.id))
      .returning();
    const by = { now, userId, actor, target: partner.id, client };
    if (isStopped) {
      const details = { address: present.next?.address ?? "" };
      await recordAudit(change, { ...by, action: "partner.payout_change_stopped", details });
    }
    if (isMoved) {
      const details = { address: wallets.payoutNext ?? "", before: present.address ?? "" };
      await recordAudit(change, { ...by, action: "partner.payout_address_set", details });
    }
    if (changed.mailNotices !== partner.mailNotices) {
      const action = changed.mailNotices ? "partner.mails_started" : "partner.mails_stopped";
      await recordAudit(change, { ...by, action });
    }
    await recordWishes(change, by, { before: partner, after: changed });
    if (payee !== undefined) await recordAudit(change, { ...by, action: "partner.payee_set" });
    return profileOf(change, changed, now);
  });
}

const NO_CHANGE = { payoutNext: null, payoutNextAt: null };

function waitingChange(address: string, now: number) {
  const hours = config().partner.walletWaitHours;
  return { payoutNext: address, payoutNextAt: new Date(now + hours * 3_600_000) };
}

async function requireWallet(
  db: Pick<Database, "select">,
  userId: string,
  address: string | null,
): Promise<string> {
  if (address !== null && (await walletsOf(db, userId)).includes(address)) return address;
  const reason = "it is not a wallet of this account; link it first";
  throw new ServiceError("INVALID_FIELD", { field: "payout_address", reason });
}

async function profileOf(
  db: Pick<Database, "select">,
  partner: Partner | undefined,
  now: number,
): Promise<PartnerProfile> {
  const payouts = payoutTerms(now);
  if (partner === undefined) return { payouts, partner: null };
  const { address, next } = payoutWallet(partner, now);
  return {
    payouts,
    partner: {
      id: partner.id,
      code: partner.code,
      url: referralUrl(partner.code),
      joined_at: partner.createdAt.toISOString(),
      payout_address: address,
      payout_next: next && { address: next.address, at: next.at.toISOString() },
      payout_choices: await walletsOf(db, partner.userId),
      mail_notices: partner.mailNotices,
      ...(await shownPayouts(db, partner, { now, terms: payouts })),
      payee: openPayee(partner),
    },
  };
}

async function walletsOf(db: Pick<Database, "select">, userId: string): Promise<string[]> {
  const rows = await db
    .select({ subject: identities.subject })
    .from(identities)
    .where(and(eq(identities.userId, userId), eq(identities.kind, "wallet")))
    .orderBy(asc(identities.createdAt), asc(identities.id));
  return rows.map(({ subject }) => subject);
}
