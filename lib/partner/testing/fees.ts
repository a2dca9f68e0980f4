/** Random fees and reversals: in bursts, late, twice, at a threshold to the last unit; in the ledger and in the model. */

import { sql } from "drizzle-orm";
import type { Chance } from "#lib/kernel/random.testing.ts";
import { appendEntries, type Entry } from "#lib/partner/ledger/append-rows.ts";
import { bookFees, type ChargedFee } from "#lib/partner/ledger/book-fees.ts";
import { readFacts } from "#lib/partner/ledger/ledger-row.ts";
import type { Database } from "#lib/platform/db/client.ts";
import { DAY_MS } from "#lib/protocol/durations.ts";
import { FEE_SOURCES } from "#lib/protocol/partner/partner-levels.ts";
import { type ModelRow, modelLevelOf, sumOf, TABLE, USD, WINDOW, windowRows } from "./model.ts";
import { busy, type History, type Side } from "./world.ts";

export async function sendFees(history: History): Promise<Side[]> {
  const { db, chance } = history;
  const { size, side, happened } = nextBatch(history);
  const fees: ChargedFee[] = [];
  for (let index = 0; index < size; index += 1) {
    const isAgain = chance.is(0.04) && history.sent.length > 0;
    const to = side ?? chance.pick(busy(history));
    const fee = isAgain ? again(history) : newFee(history, to, happened(index));
    fees.push(fee);
    bookInModel(history, fee);
    history.sent.push(fee);
  }
  history.sent.splice(0, history.sent.length - 200);
  await db.transaction((change) => bookFees(change, fees, history.now));
  history.operations += size;
  return busy(history);
}

/** Absent `side`: fees of many partners. */
type Batch = { size: number; side?: Side; happened: (index: number) => number };

function nextBatch(history: History): Batch {
  const { chance, isCoarse } = history;
  const turn = chance.next();
  const side = chance.pick(busy(history));
  if (turn < 0.08) return onDeparture(history, side);
  if (turn < (isCoarse ? 0.16 : 0.09)) return afterSilence(history, side);
  const many = turn < 0.92 ? 2 + chance.below(28) : 30 + chance.below(70);
  const size = turn < 0.45 ? 1 : isCoarse ? 1 + chance.below(3) : many;
  const { now } = history;
  const happened = chance.is(0.2) ? () => now - 5 : () => happenedAt(history);
  return chance.is(0.5) ? { size, side, happened } : { size, happened };
}

/** When a fee, reversed or not, turns 720 h old, or a millisecond off. */
function onDeparture(history: History, side: Side): Batch {
  const { chance } = history;
  const { rows } = side.ledger;
  const within = rows.filter(({ accruedAt }) => accruedAt + WINDOW > history.now);
  const taken = within.filter(({ reversedBy }) => reversedBy !== null);
  const soon = [...within.slice(0, 5), ...taken.slice(0, 5)];
  // Waiting for the newest would be a pause of 720 h.
  if (chance.is(0.05)) soon.push(...within.slice(-1));
  const off = chance.pick([-1, 0, 0, 1]);
  if (soon.length > 0)
    history.now = Math.max(history.now, chance.pick(soon).accruedAt + WINDOW + off);
  const { now } = history;
  return { size: 1 + chance.below(2), side, happened: () => now };
}

/** Fees of months at once and in order, many of them 720 h apart from each other or from a reversed fee. */
function afterSilence(history: History, side: Side): Batch {
  const { chance, now } = history;
  const size = 5 + chance.below(6);
  const taken = side.ledger.rows.findLast(({ reversedBy }) => reversedBy !== null);
  const begin = taken !== undefined && taken.accruedAt > now - WINDOW ? taken.accruedAt : now;
  history.now += (size * WINDOW) / 4;
  const happened = (index: number): number =>
    begin + ((index + 1) * WINDOW) / 4 + chance.pick([-1, 0, 0, 1]);
  return { size, side, happened };
}

/** The same key again; its other fields do not matter. */
function again({ chance, sent, now }: History): ChargedFee {
  const fee = chance.pick(sent);
  if (chance.is(0.5)) return fee;
  return { ...fee, charged: fee.charged + 1n, occurredAt: now, source: "swap" };
}

let names = 0;

function newFee(history: History, side: Side, occurredAt: number): ChargedFee {
  const { chance } = history;
  const known = chance.pick(chance.is(0.6) ? side.referrals.slice(0, 3) : side.referrals);
  const { account } = chance.pick(known.wallets);
  const charged = amountOfFee(history, side, occurredAt);
  names += 1;
  return {
    key: `trade:${names}`,
    account: chance.is(0.02) ? "nobody-s-wallet" : account,
    source: chance.pick(FEE_SOURCES),
    charged,
    gross: (charged * 10n) / 9n,
    occurredAt,
    origin: chance.is(0.1) ? "operator" : "venue",
    simulated: known.simulated,
  };
}

/** Mostly now, sometimes late by days or months, or from a clock that is ahead. */
function happenedAt({ chance, now }: History): number {
  const turn = chance.next();
  if (turn < 0.5) return now - chance.below(60_000);
  if (turn < 0.7) return now - chance.below(DAY_MS / 4);
  if (turn < 0.8) return now - chance.below(5 * DAY_MS);
  if (turn < 0.83) return now - chance.below(60 * DAY_MS);
  if (turn < 0.88) return now + chance.below(DAY_MS);
  return now;
}

/** USD: thresholds and values between them. */
const BIG = [125n, 250n, 250n, 750n, 1_000n, 3_000n, 6_000n, 15_000n];

function amountOfFee(history: History, side: Side, occurredAt: number): bigint {
  const { chance, now, feesAWindow } = history;
  const { aim, ledger } = side;
  if (now >= aim.until) {
    const usd = chance.pick([0.01, 200, 260, 900, 1_100, 4_000, 9_000, 12_000, 26_000, 5_000_000]);
    side.aim = { usd, until: now + Math.floor((0.2 + chance.next()) * WINDOW) };
  }
  const turn = chance.next();
  if (history.isCoarse && turn > 0.2) return chance.pick(BIG) * USD + BigInt(chance.below(3) - 1);
  if (turn < 0.005) return 0n;
  if (turn < 0.025) return 1n;
  if (turn < 0.0253) return BigInt(1 + chance.below(5_000_000)) * USD + BigInt(chance.below(1e9));
  if (turn < 0.07) {
    const fees = sumOf(windowRows(ledger.rows, ledger.accrualTime(occurredAt, now)));
    const above = TABLE.find(({ level }) => level === modelLevelOf(fees).level + 1);
    // To the unit, and one more and one less.
    if (above !== undefined) return above.from - fees + BigInt(chance.below(3) - 1);
  }
  const usual = (side.aim.usd / feesAWindow) * -Math.log(1 - chance.next());
  return BigInt(1 + Math.floor(usual * 1e9));
}

function bookInModel(history: History, fee: ChargedFee): void {
  const found = ownerOf(history, fee.account);
  if (found === undefined) return;
  const { side, referral, wallet } = found;
  wallet.boundAt ??= Math.max(referral.boundAt, wallet.linkedAt);
  if (fee.charged <= 0n || fee.occurredAt < wallet.boundAt || history.keys.has(fee.key)) return;
  history.keys.add(fee.key);
  const { key, source, charged, gross, occurredAt, origin, simulated } = fee;
  const facts = { key, source, fee: charged, gross, occurredAt, origin, simulated };
  side.ledger.book({ ...facts, referralId: referral.id }, history.now);
}

function ownerOf({ sides }: History, account: string) {
  for (const side of sides)
    for (const referral of side.referrals)
      for (const wallet of referral.wallets)
        if (wallet.account === account) return { side, referral, wallet };
  return undefined;
}

/** Reverses some fees, and charges some of them again, in one call. */
export async function correct(history: History, side: Side): Promise<void> {
  const { db, chance, now } = history;
  const { ledger, partner } = side;
  const entries: Entry[] = [];
  const written = [...ledger.rows];
  const times = chance.is(0.7) ? 1 : 1 + chance.below(5);
  for (let index = 0; index < times; index += 1) {
    const original = pickAccrual(chance, written);
    if (original === undefined) continue;
    const occurredAt = happenedAt(history);
    entries.push(await reversalOf(db, partner.id, { seq: original.seq, occurredAt }));
    // A duplicate in one call reverses once.
    if (chance.is(0.1)) entries.push(...entries.slice(-1));
    ledger.reverse(original, occurredAt, now);
    if (original.of === null || !chance.is(0.3)) continue;
    names += 1;
    const { source, referralId } = original.of;
    const fee = amountOfFee(history, side, now) + 1n;
    const basis = { source, referralId, fee, gross: fee + 7n, occurredAt: now };
    const anew = {
      ...basis,
      key: `anew:${names}`,
      origin: "operator" as const,
      simulated: original.simulated,
    };
    entries.push({ kind: "accrual", ...anew });
    history.keys.add(anew.key);
    ledger.book(anew, now);
  }
  await db.transaction((change) => appendEntries(change, { partnerId: partner.id, now, entries }));
  history.operations += entries.length;
}

/** A recent fee, any fee, or one that was reversed before. */
function pickAccrual(chance: Chance, rows: readonly ModelRow[]): ModelRow | undefined {
  const turn = chance.next();
  const from = turn < 0.5 ? rows.slice(-50) : rows;
  const fit = from.filter(
    ({ kind, reversedBy }) => kind === "accrual" && (turn < 0.9 || reversedBy !== null),
  );
  return fit.length === 0 ? undefined : chance.pick(fit);
}

async function reversalOf(
  db: Database,
  partnerId: string,
  { seq, occurredAt }: { seq: number; occurredAt: number },
): Promise<Entry> {
  const [original] = await readFacts(db, sql`partner_id = ${partnerId} and seq = ${seq}`);
  if (original === undefined) throw new Error(`There is no row ${seq}.`);
  return { kind: "reversal", original, occurredAt };
}
