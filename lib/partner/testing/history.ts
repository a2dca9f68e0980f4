/**
 * Random years of a partner programme: fees of many people, reversals, payments, months without fees, applied both to the ledger and to
 * the model.
 */

import { and, eq } from "drizzle-orm";
import { identities } from "#lib/identity/schema/identity.ts";
import { newId } from "#lib/kernel/ids.ts";
import { chanceOf } from "#lib/kernel/random.testing.ts";
import { makePartner, makeReferral, makeUser } from "#lib/partner/partner.testing.ts";
import { movePayout, openPayout } from "#lib/partner/payouts/payouts.testing.ts";
import { partnerAccounts, partnerReferrals } from "#lib/partner/schema/partner.ts";
import type { Database } from "#lib/platform/db/client.ts";
import { DAY_MS } from "#lib/protocol/durations.ts";
import { correct, sendFees } from "./fees.ts";
import { ModelLedger, WINDOW } from "./model.ts";
import { busy, type History, type Referred, type Side, type Wallet } from "./world.ts";

export type Begin = {
  db: Database;
  seed: number;
  operations: number;
  start: number;
  years: number;
  isCoarse?: boolean;
};

const PARTNERS = 4;

export async function beginHistory(begin: Begin): Promise<History> {
  const { db, seed, operations, start, years, isCoarse = false } = begin;
  const chance = chanceOf(seed);
  // About as many operations a step as the weights below make.
  const steps = operations / (isCoarse ? 1.5 : 12);
  const mean = (years * 365 * DAY_MS) / steps;
  const history: History = {
    db,
    chance,
    now: start,
    operations: 0,
    sides: [],
    keys: new Set(),
    isCoarse,
    sent: [],
    // The mean of e^x with x spread evenly from 0 to ln(pause) is pause / ln(pause).
    pause: mean * Math.log(mean * 25),
    feesAWindow: Math.max(8, (operations / PARTNERS) * (WINDOW / (years * 365 * DAY_MS))),
  };
  for (let index = 0; index < PARTNERS; index += 1) {
    const partner = await makePartner(db, `model-${seed}-${isCoarse ? "c" : "y"}${index}`, start);
    const aim = { usd: 0, until: start };
    history.sides.push({
      partner,
      ledger: new ModelLedger(partner.id),
      referrals: [],
      payouts: [],
      aim,
    });
  }
  // The last partner has no referrals.
  for (const side of history.sides.slice(0, -1)) await addReferral(history, side);
  return history;
}

/** The partners whose ledgers may have grown. */
export async function step(history: History): Promise<Side[]> {
  const { chance } = history;
  passTime(history);
  const turn = chance.next();
  if (turn < (history.isCoarse ? 0.5 : 0.72)) return sendFees(history);
  const side = chance.pick(busy(history));
  if (turn < 0.84) await correct(history, side);
  else if (turn < 0.92) await openPayout(history, side);
  else if (turn < 0.97) await movePayout(history, side);
  else if (turn < 0.985) await addReferral(history, side);
  else await changeWallets(history, side);
  return [side];
}

function passTime(history: History): void {
  const { chance } = history;
  const turn = chance.next();
  if (turn < 0.15) return;
  if (turn < 0.16) history.now -= 1 + chance.below(1_000);
  else if (turn < 0.163) history.now += WINDOW + chance.below(WINDOW);
  else history.now += Math.floor(Math.exp(chance.next() * Math.log(history.pause)));
}

async function addReferral(history: History, side: Side): Promise<void> {
  const { db, chance, now } = history;
  const account = `wallet${chance.below(1e9).toString(36)}x${newId("ref").slice(-6)}`;
  const id = await makeReferral(db, side.partner, account, now);
  const simulated = chance.is(0.1);
  if (simulated)
    await db.update(partnerReferrals).set({ simulated }).where(eq(partnerReferrals.id, id));
  const [row] = await db.select().from(partnerReferrals).where(eq(partnerReferrals.id, id));
  const wallet = { account, linkedAt: now, boundAt: null, discountSetAt: null };
  side.referrals.push({
    id,
    userId: row?.userId ?? "",
    boundAt: now,
    simulated,
    wallets: [wallet],
  });
  history.operations += 1;
}

/** A further wallet, one that moves to another person, or a discount that the venue has accepted. */
async function changeWallets(history: History, side: Side): Promise<void> {
  const { db, chance, now } = history;
  const referral = chance.pick(side.referrals);
  const wallet = chance.pick(referral.wallets);
  history.operations += 1;
  if (wallet.boundAt !== null && chance.is(0.5)) {
    wallet.discountSetAt = now;
    const change = db.update(partnerAccounts).set({ discountSetAt: new Date(now) });
    await change.where(eq(partnerAccounts.account, wallet.account));
    return;
  }
  if (chance.is(0.3)) return moveWallet(history, referral, wallet);
  const account = `second${chance.below(1e9).toString(36)}x${newId("ref").slice(-6)}`;
  await link(db, { userId: referral.userId, account, now });
  referral.wallets.push({ account, linkedAt: now, boundAt: null, discountSetAt: null });
}

/** A bound wallet stays with its referral, no matter who links it; an unbound one moves. */
async function moveWallet(history: History, from: Referred, wallet: Wallet): Promise<void> {
  const { db, chance, now } = history;
  if (from.wallets.length === 1) return;
  const { account } = wallet;
  await db
    .delete(identities)
    .where(and(eq(identities.kind, "wallet"), eq(identities.subject, account)));
  const isToStranger = chance.is(0.3);
  const to = chance.pick(chance.pick(busy(history)).referrals);
  const stranger = isToStranger
    ? await makeUser(db, `stranger-of-${account}-${now}`, now)
    : undefined;
  await link(db, { userId: stranger?.userId ?? to.userId, account, now });
  if (wallet.boundAt !== null) return;
  from.wallets.splice(from.wallets.indexOf(wallet), 1);
  if (!isToStranger) to.wallets.push({ ...wallet, linkedAt: now });
}

async function link(db: Database, to: { userId: string; account: string; now: number }) {
  const { userId, account, now } = to;
  const when = { createdAt: new Date(now), lastUsedAt: new Date(now) };
  const who = {
    id: newId("idn"),
    userId,
    kind: "wallet" as const,
    subject: account,
    label: account,
  };
  await db.insert(identities).values({ ...who, ...when });
}
