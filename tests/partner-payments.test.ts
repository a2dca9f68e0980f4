/**
 * Paying partners, from their earnings to the payment on the chain: the verbs on a database, and the sandbox's chain over HTTP. On the
 * embedded database, and on Postgres with two real replicas.
 */

import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { base58 } from "@scure/base";
import { and, asc, eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { findPostgres, openReplicas } from "#lib/identity/accounts/accounts.testing.ts";
import { auditLog } from "#lib/identity/schema/audit.ts";
import { identities } from "#lib/identity/schema/identity.ts";
import type { ServiceError } from "#lib/kernel/errors/errors.ts";
import { newId } from "#lib/kernel/ids.ts";
import { createLogger } from "#lib/kernel/log/log.ts";
import { ManualTimers } from "#lib/kernel/time/timers.testing.ts";
import { reverseFee } from "#lib/partner/ledger/reverse-fee.ts";
import { book, fee, makeReferral, makeUser } from "#lib/partner/partner.testing.ts";
import { confirmPayments } from "#lib/partner/payouts/confirm-payments.ts";
import { createSettlementRun, RunBody } from "#lib/partner/payouts/create-settlement-run.ts";
import { failSettlement } from "#lib/partner/payouts/fail-settlement.ts";
import { ListQuery, listSettlements } from "#lib/partner/payouts/list-settlements.ts";
import { startPaymentLoop } from "#lib/partner/payouts/payment-loop.ts";
import { showPartner } from "#lib/partner/payouts/show-partner.ts";
import { submitPayment } from "#lib/partner/payouts/submit-payment.ts";
import { joinProgramme } from "#lib/partner/profile/profile.ts";
import { readSettlements, SettlementsQuery } from "#lib/partner/reads/read-settlements.ts";
import { decideReview } from "#lib/partner/review/decide-review.ts";
import { listReviews } from "#lib/partner/review/list-reviews.ts";
import {
  partnerLedger,
  partnerReferrals,
  partnerSettlements,
} from "#lib/partner/schema/partner.ts";
import type { SessionActor } from "#lib/platform/actor.ts";
import { restoreSettings, stubSettings } from "#lib/platform/config/config.testing.ts";
import { type Database, setDatabase } from "#lib/platform/db/client.ts";
import { testDatabase } from "#lib/platform/db/db.testing.ts";
import { users } from "#lib/platform/schema/users.ts";
import { MINUTE_MS } from "#lib/protocol/durations.ts";
import { type ChainServer, startChainServer } from "#services/sandbox/testing/chain-server.ts";

const START = Date.UTC(2026, 2, 1);
const CLIENT = { address: "127.0.0.1", agent: "test" };

const { serverUrl, isSkipped } = await findPostgres(process.env);
const folder = mkdtempSync(join(tmpdir(), "partner-payments-"));

/** Only goes forward, as the time of a chain does. */
let now = START;
let chain: ChainServer;
/** Another node of the network, which knows no payment. */
let behind: ChainServer;
/** The app's node, which can lag or fail. */
let node: Server;
let through: "chain" | "behind" | "nowhere" = "chain";

function simulatedChain() {
  const { port } = node.address() as AddressInfo;
  return { SOLANA_RPC_URL: `http://127.0.0.1:${port}/solana`, SOLANA_NETWORK: "simulated" };
}

beforeAll(async () => {
  chain = await startChainServer(join(folder, "chain"), { now: () => now });
  behind = await startChainServer(join(folder, "behind"), { now: () => now });
  node = createServer((request, response) => {
    if (through === "nowhere") return void response.destroy();
    const { url } = through === "chain" ? chain : behind;
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      const headers = { "content-type": "application/json" };
      const init = { method: "POST", headers, body: Buffer.concat(parts) };
      void fetch(`${url}${request.url}`, init)
        .then((answer) => answer.text())
        .then((text) => response.writeHead(200, headers).end(text));
    });
  });
  await new Promise<void>((listening) => node.listen(0, "127.0.0.1", listening));
  stubSettings(simulatedChain());
});
afterAll(async () => {
  restoreSettings();
  node.closeAllConnections();
  node.close();
  await Promise.all([chain.stop(), behind.stop()]);
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(() => {
  // A block's time has whole seconds.
  now = Math.ceil(now / 1_000) * 1_000;
  through = "chain";
});

const context = () => ({ actor: { kind: "operator" } as const, client: CLIENT, now });

type Partner = { id: string; code: string; wallet: string; actor: SessionActor; trader: string };
let db: Database;

/** A partner of long ago with a payout wallet and a referral who trades. */
async function makePartner(): Promise<Partner> {
  const wallet = base58.encode(randomBytes(32));
  const code = `p-${randomBytes(6).toString("hex")}`;
  const actor = await makeUser(db, wallet);
  const { partner } = await joinProgramme({
    ctx: { actor, client: CLIENT, now: 0 },
    input: { body: { code } },
  });
  const trader = `trader-of-${code}`;
  await makeReferral(db, { id: partner!.id, actor, code }, trader);
  return { id: partner!.id, code, wallet, actor, trader };
}

/** Of 10 %: `cents` of a fee earn a tenth of them. */
const earn = (partner: Partner, cents: number, at = now) =>
  book(db, [fee(partner.trader, cents, at)], now);

const run = (partner: Partner | undefined, more: Record<string, unknown> = {}) =>
  createSettlementRun({
    ctx: context(),
    input: {
      body: RunBody.parse({
        period_end: new Date(now).toISOString(),
        minimum: "1",
        ...(partner && { partner: partner.code }),
        ...more,
      }),
    },
  });

/** The id of the only created settlement. */
async function madeOut(partner: Partner, more?: Record<string, unknown>): Promise<string> {
  const { settlements } = await run(partner, more);
  expect(settlements).toHaveLength(1);
  return settlements[0]!.settlement_id!;
}

const submit = async (id: string, signature: string) =>
  (await submitPayment({ ctx: context(), input: { params: { id }, body: { signature } } }))
    .settlement;
const fail = async (id: string, reason = "sent to nobody") =>
  (await failSettlement({ ctx: context(), input: { params: { id }, body: { reason } } }))
    .settlement;
const confirm = () => confirmPayments(now);

async function pay(partner: Partner, amount: string, order: object = {}): Promise<string> {
  const response = await fetch(`${chain.url}/solana/pay`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ recipient: partner.wallet, amount, ...order }),
  });
  expect(response.status).toBe(200);
  return ((await response.json()) as { signature: string }).signature;
}

async function rowOf(id: string) {
  const [row] = await db.select().from(partnerSettlements).where(eq(partnerSettlements.id, id));
  return row!;
}

const ledgerOf = (partner: Partner) =>
  db
    .select()
    .from(partnerLedger)
    .where(eq(partnerLedger.partnerId, partner.id))
    .orderBy(asc(partnerLedger.seq));

/** Checks after every step that three separate sums agree. */
async function balances(partner: Partner) {
  const shown = await showPartner({ ctx: { now }, input: { query: { partner: partner.code } } });
  const { reconciles, settled, in_transit, pending } = shown.balances;
  expect(reconciles).toBe(true);
  return { settled, in_transit, pending, open: shown.open_settlements.length };
}

async function logOf(partner: Partner) {
  const rows = await db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.userId, partner.actor.userId)))
    .orderBy(asc(auditLog.position));
  return rows
    .filter(({ action }) => action.startsWith("partner.settlement"))
    .map(({ action, actorKind, details, target }) => ({ action, actorKind, target, details }));
}

const DATABASES = [
  ["the embedded database", false],
  ...(isSkipped ? [] : [["Postgres", true] as const]),
] as const;

describe.each(DATABASES)("on %s", (_name, isPostgres) => {
  let close: () => Promise<void>;
  let use: (which: "first" | "second") => void;
  beforeAll(async () => {
    if (isPostgres) {
      ({ db, use, close } = await openReplicas(serverUrl));
      return use("first");
    }
    db = await testDatabase();
    use = () => setDatabase(db);
    use("first");
    close = async () => {
      setDatabase(undefined);
      await db.$client.end();
    };
  });

  test("a referral in review earns, is not paid before it is accepted, and loses its fees when it is rejected", async () => {
    const partner = await makePartner();
    const held = `held-of-${partner.code}`;
    const referralId = await makeReferral(db, partner, held);
    const hold = { review: "held", reviewReason: "same_browser" } as const;
    await db.update(partnerReferrals).set(hold).where(eq(partnerReferrals.id, referralId));
    await earn(partner, 5_000);
    await book(db, [fee(held, 2_000, now)], now);
    expect((await balances(partner)).pending).toBe("7");
    expect((await run(partner, { dry_run: true })).total).toBe("5");
    expect((await listReviews()).results).toContainEqual(
      expect.objectContaining({
        referral_id: referralId,
        code: partner.code,
        reason: "same_browser",
        earned: "2",
      }),
    );
    const decide = (id: string, decision: "accepted" | "rejected") =>
      decideReview({
        ctx: context(),
        input: { params: { id }, body: { decision, reason: "looked at it" } },
      });
    await decide(referralId, "accepted");
    expect((await run(partner, { dry_run: true })).total).toBe("7");
    await decide(referralId, "rejected");
    expect((await balances(partner)).pending).toBe("5");
    expect(await book(db, [fee(held, 2_000, now)], now)).toBe(0);
    expect((await run(partner, { dry_run: true })).total).toBe("5");
    await expect(decide("ref_nobody", "accepted")).rejects.toMatchObject({
      code: "REFERRAL_NOT_FOUND",
    });
  });
  afterAll(() => close());
  afterEach(() => use("first"));

  test("earnings become a settlement, are paid and confirmed, and the remainder stays", async () => {
    const partner = await makePartner();
    // 1234.567890123 USD of fees earn 123.4567890123; USDC carries six digits of that.
    const charged = { ...fee(partner.trader, 1, now), charged: 1_234_567_890_123n };
    await book(db, [{ ...charged, gross: charged.charged }], now);
    const made = await run(partner);
    expect(made).toMatchObject({ total: "123.456789", network: "simulated", skipped: [] });
    expect(made.settlements).toMatchObject([
      { recipient: partner.wallet, amount: "123.456789", state: "created" },
    ]);
    const id = made.settlements[0]!.settlement_id!;
    const rest = "0.0000000123";
    const before = { settled: "0", in_transit: "123.456789", pending: rest, open: 1 };
    expect(await balances(partner)).toEqual(before);

    now += MINUTE_MS;
    const signature = await pay(partner, "123.456789");
    expect(await submit(id, signature)).toMatchObject({ state: "submitted", signature });
    expect(await balances(partner)).toEqual(before);
    expect(await confirm()).toMatchObject({ ended: [] });
    const paidAt = now;
    now += 5_000;
    expect((await confirm()).ended).toContain(id);
    const after = { settled: "123.456789", in_transit: "0", pending: rest, open: 0 };
    expect(await balances(partner)).toEqual(after);
    expect(await rowOf(id)).toMatchObject({ state: "confirmed", endedAt: paidAt, endedSeq: 3 });
    expect((await rowOf(id)).slot).toBeGreaterThan(0);
    expect((await ledgerOf(partner)).at(-1)).toMatchObject({
      kind: "payment",
      occurredAt: paidAt,
      debit: `settlement:${id}`,
      credit: "treasury:usdc",
      simulated: true,
    });
    const amount = "123.456789";
    expect(await logOf(partner)).toEqual([
      {
        action: "partner.settlement_created",
        actorKind: "operator",
        target: id,
        details: { amount, run: made.run_id },
      },
      {
        action: "partner.settlement_submitted",
        actorKind: "operator",
        target: id,
        details: { amount, signature },
      },
      {
        action: "partner.settlement_confirmed",
        actorKind: "service",
        target: id,
        details: { amount },
      },
    ]);
  });

  test("a figure that was read as of an instant stays the same for that instant, whatever it is later", async () => {
    const partner = await makePartner();
    await earn(partner, 10_000);
    const read = (query: Record<string, string>) =>
      readSettlements({
        ctx: { actor: partner.actor, now },
        input: { query: SettlementsQuery.parse(query) },
      });
    const answers: Awaited<ReturnType<typeof read>>[] = [];
    const keep = async () => {
      answers.push(await read({}));
      now += MINUTE_MS;
    };
    const id = await madeOut(partner);
    await keep();
    await submit(id, await pay(partner, "10"));
    await keep();
    await confirm();
    await keep();
    expect(answers.map(({ results }) => results.map(({ state }) => state))).toEqual([
      ["created"],
      ["submitted"],
      ["confirmed"],
    ]);
    for (const answer of answers) {
      const at = { as_of: answer.as_of, as_of_seq: `${answer.ledger_seq}` };
      expect(await read(at)).toEqual(answer);
    }
  });

  test("a payment that is final is confirmed in the same call, and a repeated call gets the same answer", async () => {
    const partner = await makePartner();
    await earn(partner, 10_000);
    const id = await madeOut(partner);
    const signature = await pay(partner, "10");
    now += 2_000;
    const first = await submit(id, signature);
    expect(first).toMatchObject({ state: "confirmed", amount: "10" });
    expect(await submit(id, signature)).toEqual(first);
    expect((await ledgerOf(partner)).map(({ kind }) => kind)).toEqual([
      "accrual",
      "settlement",
      "payment",
    ]);
    expect(await balances(partner)).toMatchObject({ settled: "10", pending: "0" });
  });

  test("a payment that failed on the chain becomes pending again, and the next run settles it again", async () => {
    const partner = await makePartner();
    await earn(partner, 10_000);
    const id = await madeOut(partner);
    const lost = await pay(partner, "10", { fails: true });
    now += 2_000;
    expect(await submit(id, lost)).toMatchObject({
      state: "failed",
      failure: '{"InstructionError":[2,{"Custom":1}]}',
    });
    expect(await balances(partner)).toMatchObject({ in_transit: "0", pending: "10", open: 0 });
    now += MINUTE_MS;
    const again = await madeOut(partner);
    expect(again).not.toBe(id);
    await expect(submit(again, lost)).rejects.toMatchObject({ code: "PAYMENT_USED" });
    const signature = await pay(partner, "10");
    now += 2_000;
    expect(await submit(again, signature)).toMatchObject({ state: "confirmed" });
    expect(await balances(partner)).toMatchObject({ settled: "10", in_transit: "0", pending: "0" });
  });

  test("the loop notices a payment that fails after it was submitted", async () => {
    const partner = await makePartner();
    await earn(partner, 10_000);
    const id = await madeOut(partner);
    await submit(id, await pay(partner, "10", { fails: true }));
    expect(await rowOf(id)).toMatchObject({ state: "submitted" });
    now += 2_000;
    expect((await confirm()).ended).toContain(id);
    expect(await rowOf(id)).toMatchObject({ state: "failed" });
    expect(await balances(partner)).toMatchObject({ in_transit: "0", pending: "10" });
  });

  test("a payment that the node does not know yet is submitted, and confirmed when the node knows it", async () => {
    const partner = await makePartner();
    await earn(partner, 10_000);
    const id = await madeOut(partner);
    const signature = await pay(partner, "10");
    now += MINUTE_MS;
    through = "behind";
    expect(await submit(id, signature)).toMatchObject({ state: "submitted" });
    expect((await confirm()).ended).not.toContain(id);
    expect(await balances(partner)).toMatchObject({ in_transit: "10", open: 1 });
    through = "chain";
    expect((await confirm()).ended).toContain(id);
    expect(await balances(partner)).toMatchObject({ settled: "10", in_transit: "0", open: 0 });
  });

  test("a payment of another amount is refused, and nothing of it is stored", async () => {
    const partner = await makePartner();
    await earn(partner, 10_000);
    const id = await madeOut(partner);
    for (const amount of ["9.999999", "10.000001"]) {
      const signature = await pay(partner, amount);
      now += 2_000;
      await expect(submit(id, signature)).rejects.toMatchObject({
        code: "PAYMENT_DIFFERS",
        data: { expected: "10", found: amount },
      });
    }
    // To another recipient: nothing arrived.
    const other = await pay({ ...partner, wallet: base58.encode(randomBytes(32)) }, "10");
    now += 2_000;
    await expect(submit(id, other)).rejects.toMatchObject({ data: { found: "0" } });
    expect(await rowOf(id)).toMatchObject({ state: "created", signature: null, submittedAt: null });
    expect(await logOf(partner)).toHaveLength(1);
    expect(await balances(partner)).toMatchObject({ in_transit: "10" });
  });

  test("a submitted payment that proves to be of another amount stays submitted, is logged once, and can be taken back", async () => {
    const partner = await makePartner();
    await earn(partner, 10_000);
    const id = await madeOut(partner);
    await submit(id, await pay(partner, "9"));
    const timers = new ManualTimers(now);
    const lines: string[] = [];
    const log = createLogger("app", "warn", { write: (line) => void lines.push(line) });
    const stop = startPaymentLoop({ timers, log });
    now += 2_000;
    const untilPolled = () => vi.waitFor(() => expect(timers.pending()).toEqual([10_000]));
    for (let turn = 0; turn < 3; turn += 1) {
      await timers.advance(10_000);
      await untilPolled();
    }
    await stop();
    const logged = lines.map((line) => JSON.parse(line) as { settlementId: string; err: object });
    expect(logged.filter(({ settlementId }) => settlementId === id)).toMatchObject([
      {
        err: { code: "PAYMENT_DIFFERS" },
        msg: "a payment to a partner needs a check by the operator",
      },
    ]);
    expect(await rowOf(id)).toMatchObject({ state: "submitted" });
    expect(await fail(id, "another amount was sent")).toMatchObject({ state: "failed" });
    expect(await balances(partner)).toMatchObject({ in_transit: "0", pending: "10" });
  });

  test("a payment from before the settlement was created does not count for it", async () => {
    const partner = await makePartner();
    await earn(partner, 10_000, now - 10 * MINUTE_MS);
    const id = await madeOut(partner);
    const early = await pay(partner, "10", { at: new Date(now - 5 * MINUTE_MS).toISOString() });
    await expect(submit(id, early)).rejects.toMatchObject({ code: "PAYMENT_TOO_EARLY" });
    expect(await rowOf(id)).toMatchObject({ state: "created", signature: null });
  });

  test("historic earnings are paid as of their time", async () => {
    const partner = await makePartner();
    const monthEnd = now - 40_000 * MINUTE_MS;
    await earn(partner, 10_000, monthEnd - MINUTE_MS);
    const until = { period_end: new Date(monthEnd).toISOString() };
    const lostId = await madeOut(partner, until);
    const lost = { fails: true, at: new Date(monthEnd + MINUTE_MS).toISOString() };
    await submit(lostId, await pay(partner, "10", lost));
    const id = await madeOut(partner, until);
    const at = new Date(monthEnd + 2 * MINUTE_MS).toISOString();
    const settlement = await submit(id, await pay(partner, "10", { at }));
    expect(settlement).toMatchObject({
      created_at: until.period_end,
      submitted_at: at,
      ended_at: at,
    });
    // Later history still counts when it happened.
    await earn(partner, 10_000, monthEnd + 3 * MINUTE_MS);
    expect((await ledgerOf(partner)).map(({ kind, accruedAt }) => [kind, accruedAt])).toEqual([
      ["accrual", monthEnd - MINUTE_MS],
      ["settlement", monthEnd],
      ["return", monthEnd + MINUTE_MS],
      ["settlement", monthEnd + MINUTE_MS],
      ["payment", monthEnd + 2 * MINUTE_MS],
      ["accrual", monthEnd + 3 * MINUTE_MS],
    ]);
    expect(await balances(partner)).toMatchObject({ settled: "10", pending: "10" });
  });

  test("a signature pays one settlement of a recipient, also when it is given for two at once", async () => {
    const partner = await makePartner();
    await earn(partner, 10_000);
    const first = await madeOut(partner);
    await earn(partner, 10_000);
    const second = await madeOut(partner);
    const signature = await pay(partner, "10");
    now += 2_000;
    const ends = await Promise.allSettled([submit(first, signature), submit(second, signature)]);
    const codes = ends.map((end): string =>
      end.status === "fulfilled" ? end.value.state : (end.reason as ServiceError).code,
    );
    expect(codes.toSorted()).toEqual(["PAYMENT_USED", "confirmed"]);
    const other = codes[0] === "confirmed" ? second : first;
    await expect(submit(other, signature)).rejects.toMatchObject({ code: "PAYMENT_USED" });
    expect(await rowOf(other)).toMatchObject({ state: "created", signature: null });
    expect(await balances(partner)).toMatchObject({ settled: "10", in_transit: "10", open: 1 });
  });

  test("a settlement accepts one signature", async () => {
    const partner = await makePartner();
    await earn(partner, 10_000);
    const id = await madeOut(partner);
    const [first, second] = [await pay(partner, "10"), await pay(partner, "10")];
    await submit(id, first);
    await expect(submit(id, second)).rejects.toMatchObject({ code: "SETTLEMENT_HAS_PAYMENT" });
    now += 2_000;
    await confirm();
    await expect(submit(id, second)).rejects.toMatchObject({ code: "SETTLEMENT_IS_OVER" });
    await expect(submit("stl_0123456789abcdef01234567", first)).rejects.toMatchObject({
      code: "SETTLEMENT_NOT_FOUND",
    });
  });

  test("when two signatures for one settlement come at once, one is accepted and booked once", async () => {
    const partner = await makePartner();
    await earn(partner, 10_000);
    const id = await madeOut(partner);
    const signatures = [await pay(partner, "10"), await pay(partner, "10")];
    now += 2_000;
    const ends = await Promise.allSettled(signatures.map((signature) => submit(id, signature)));
    expect(ends.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    expect(await ledgerOf(partner)).toHaveLength(3);
    expect(await balances(partner)).toMatchObject({ settled: "10", in_transit: "0" });
  });

  test("two runs at once pay once, and so does a repeated run", async () => {
    const partner = await makePartner();
    await earn(partner, 10_000);
    const runs = await Promise.all([run(partner), run(partner), run(partner)]);
    expect(runs.flatMap(({ settlements }) => settlements)).toHaveLength(1);
    expect(runs.flatMap(({ skipped }) => skipped)).toMatchObject([
      { reason: "nothing" },
      { reason: "nothing" },
    ]);
    expect(await run(partner)).toMatchObject({ settlements: [], total: "0" });
    expect(await balances(partner)).toMatchObject({ in_transit: "10", pending: "0", open: 1 });
  });

  test("a run that is requested again by its id returns its settlements, and creates no more", async () => {
    const partner = await makePartner();
    await earn(partner, 10_000);
    const run_id = newId("run");
    const [first, meanwhile] = await Promise.all([
      run(partner, { run_id }),
      run(partner, { run_id }),
    ]);
    expect(meanwhile).toEqual(first);
    await earn(partner, 10_000);
    expect(await run(partner, { run_id })).toEqual(first);
    const id = first.settlements[0]!.settlement_id!;
    const signature = await pay(partner, "10");
    now += 2_000;
    await submit(id, signature);
    // Paid settlements are not in the sum to be paid.
    expect(await run(partner, { run_id })).toMatchObject({
      total: "0",
      settlements: [{ settlement_id: id, state: "confirmed" }],
    });
    expect(await balances(partner)).toMatchObject({ settled: "10", pending: "10" });
  });

  test("a run that the same call makes out between its reads is found", async () => {
    const partner = await makePartner();
    await earn(partner, 10_000);
    const run_id = newId("run");
    const execute = db.execute.bind(db);
    let other: Awaited<ReturnType<typeof run>> | undefined;
    // The look-up of the run's own settlements has been answered when the balance is read.
    const between = vi.spyOn(db, "execute").mockImplementationOnce((async (
      ...query: Parameters<typeof execute>
    ) => {
      other = await run(partner, { run_id });
      return execute(...query);
    }) as unknown as typeof db.execute);
    const answer = await run(partner, { run_id });
    between.mockRestore();
    expect(other?.settlements).toHaveLength(1);
    expect(answer).toEqual(other);
  });

  test("a run for a past period pays the earnings up to then, and never more than the balance", async () => {
    const partner = await makePartner();
    const until = { period_end: new Date(now).toISOString() };
    await earn(partner, 10_000);
    now += MINUTE_MS;
    await earn(partner, 5_000);
    expect((await run(partner, until)).total).toBe("10");
    expect((await run(partner, until)).total).toBe("0");
    expect(await balances(partner)).toMatchObject({ in_transit: "10", pending: "5" });
    // The reversals exceed the rest of the past by 4, so that later earnings are not paid early.
    const [first] = await ledgerOf(partner);
    const reversal = { partner: partner.code, seq: first!.seq, reason: "charged twice" };
    await reverseFee({ ctx: context(), input: { body: reversal } });
    expect(await balances(partner)).toMatchObject({ in_transit: "10", pending: "-5" });
    now += MINUTE_MS;
    await earn(partner, 5_000);
    expect((await run(partner)).settlements).toEqual([]);
    await earn(partner, 2_000);
    expect((await run(partner)).total).toBe("2");
    await expect(
      run(partner, { period_end: new Date(now + 1).toISOString() }),
    ).rejects.toMatchObject({ code: "INVALID_FIELD" });
  });

  test("earnings that were reversed after the end of the period are not paid for the period either", async () => {
    const partner = await makePartner();
    const until = { period_end: new Date(now).toISOString() };
    await earn(partner, 10_000);
    await earn(partner, 5_000);
    now += MINUTE_MS;
    const reversal = { partner: partner.code, seq: 1, reason: "charged twice" };
    await reverseFee({ ctx: context(), input: { body: reversal } });
    expect((await run(partner, until)).total).toBe("5");
    expect(await balances(partner)).toMatchObject({ in_transit: "5", pending: "0" });
  });

  test("the answer names each unpaid partner with the reason, and a dry run writes nothing", async () => {
    const [fine, poor, fresh, moved, gone] = [
      await makePartner(),
      await makePartner(),
      await makePartner(),
      await makePartner(),
      await makePartner(),
    ];
    for (const one of [fine, moved, gone]) await earn(one, 100_000);
    await earn(poor, 99_999);
    // The chosen wallet is no longer linked; the account is deleted.
    await db.delete(identities).where(eq(identities.subject, moved.wallet));
    await db
      .update(users)
      .set({ deletedAt: new Date(now) })
      .where(eq(users.id, gone.actor.userId));
    // Without a minimum of its own, a run has the one that partners read.
    expect(await run(undefined, { minimum: undefined, dry_run: true })).toMatchObject({
      minimum: "10",
    });
    const dry = await run(undefined, { minimum: "100", dry_run: true });
    expect(dry.run_id).toBeNull();
    expect(await balances(fine)).toMatchObject({ in_transit: "0", open: 0 });
    const made = await run(undefined, { minimum: "100" });
    expect(made.settlements.map(({ code, amount }) => [code, amount])).toContainEqual([
      fine.code,
      "100",
    ]);
    const whose = (answer: typeof made) =>
      Object.fromEntries(
        answer.skipped.map(({ code, reason, amount }) => [code, [reason, amount]]),
      );
    for (const answer of [dry, made]) {
      expect(whose(answer)).toMatchObject({
        [poor.code]: ["below_minimum", "99.999"],
        [fresh.code]: ["nothing", "0"],
        [moved.code]: ["no_wallet", "100"],
        [gone.code]: ["account_deleted", "100"],
      });
    }
    for (const one of [poor, moved, gone])
      expect(await balances(one)).toMatchObject({ in_transit: "0", open: 0 });
    const page = await listSettlements({
      input: { query: ListQuery.parse({ state: "created", run_id: made.run_id! }) },
    });
    expect(page.settlements.map(({ code }) => code).toSorted()).toEqual(
      made.settlements.map(({ code }) => code).toSorted(),
    );
  });

  test("an error with one partner does not undo the others", async () => {
    const [first, second] = [await makePartner(), await makePartner()];
    const codes = [first.code, second.code].toSorted();
    for (const one of [first, second]) await earn(one, 10_000);
    const until = { period_end: new Date(now).toISOString() };
    const whole = db.transaction.bind(db);
    const broken = vi.spyOn(db, "transaction").mockImplementation((body, ...rest) =>
      whole(
        async (change) => {
          const end = await body(change);
          if (
            "made" in (end as object) &&
            (end as { made: { code: string } }).made.code === codes[0]
          )
            throw new Error("The connection is lost.");
          return end;
        },
        ...rest,
      ),
    );
    const made = await run(undefined, until);
    broken.mockRestore();
    expect(made.skipped).toContainEqual(
      expect.objectContaining({ code: codes[0], reason: "error", amount: "0" }),
    );
    expect(made.settlements.map(({ code }) => code)).toContain(codes[1]);
    const rest = await run(undefined, { ...until, run_id: made.run_id! });
    expect(rest.settlements.map(({ code }) => code)).toEqual(expect.arrayContaining(codes));
    for (const one of [first, second])
      expect(await balances(one)).toMatchObject({ in_transit: "10", open: 1 });
  });

  test("an abort between the look-up on the chain and the end of the transaction changes nothing", async () => {
    const partner = await makePartner();
    await earn(partner, 10_000);
    const id = await madeOut(partner);
    const signature = await pay(partner, "10");
    const killed = async (step: () => Promise<unknown>): Promise<void> => {
      const whole = db.transaction.bind(db);
      const killing = vi.spyOn(db, "transaction").mockImplementation((body, ...rest) =>
        whole(
          async (change) => {
            await body(change);
            throw new Error("killed");
          },
          ...rest,
        ),
      );
      await expect(step()).rejects.toThrow("killed");
      killing.mockRestore();
    };
    await killed(() => submit(id, signature));
    expect(await rowOf(id)).toMatchObject({ state: "created", signature: null });
    await submit(id, signature);
    now += 2_000;
    await killed(confirm);
    expect(await rowOf(id)).toMatchObject({ state: "submitted", endedSeq: null });
    expect(await balances(partner)).toMatchObject({ in_transit: "10", settled: "0" });
    expect(await logOf(partner)).toHaveLength(2);
    expect((await confirm()).ended).toEqual([id]);
    expect((await confirm()).ended).toEqual([]);
    expect(await balances(partner)).toMatchObject({ in_transit: "0", settled: "10" });
    expect(await logOf(partner)).toHaveLength(3);
  });

  test("several replicas that look a payment up at once book one outcome", async () => {
    const partner = await makePartner();
    await earn(partner, 10_000);
    const id = await madeOut(partner);
    await submit(id, await pay(partner, "10"));
    now += 2_000;
    const passes = (["first", "second", "first", "second"] as const).map((which) => {
      use(which);
      return confirm();
    });
    const ended = (await Promise.all(passes)).flatMap((pass) => pass.ended);
    expect(ended.filter((one) => one === id)).toHaveLength(1);
    expect(await ledgerOf(partner)).toHaveLength(3);
    expect(await logOf(partner)).toHaveLength(3);
  });

  test("an unpaid settlement is taken back, once", async () => {
    const partner = await makePartner();
    await earn(partner, 10_000);
    const id = await madeOut(partner);
    const first = await fail(id, "the wallet is closed");
    expect(first).toMatchObject({ state: "failed", failure: "the wallet is closed", slot: null });
    expect(await fail(id, "again")).toEqual(first);
    expect(await balances(partner)).toMatchObject({ in_transit: "0", pending: "10", open: 0 });
    expect((await ledgerOf(partner)).map(({ kind }) => kind)).toEqual([
      "accrual",
      "settlement",
      "return",
    ]);
    const signature = await pay(partner, "10");
    await expect(submit(id, signature)).rejects.toMatchObject({ code: "SETTLEMENT_IS_OVER" });
  });

  test("a settlement whose payment has arrived, or may still arrive, is not taken back", async () => {
    const partner = await makePartner();
    await earn(partner, 10_000);
    const id = await madeOut(partner);
    const signature = await pay(partner, "10");
    through = "behind";
    await submit(id, signature);
    await expect(fail(id)).rejects.toMatchObject({ code: "PAYMENT_MAY_ARRIVE" });
    through = "chain";
    await expect(fail(id)).rejects.toMatchObject({ code: "PAYMENT_ARRIVED" });
    now += 2 * MINUTE_MS;
    await expect(fail(id)).rejects.toMatchObject({ code: "PAYMENT_ARRIVED" });
    expect(await balances(partner)).toMatchObject({ in_transit: "10" });
    await confirm();
    await expect(fail(id)).rejects.toMatchObject({ code: "SETTLEMENT_IS_OVER" });
    expect(await balances(partner)).toMatchObject({ settled: "10" });
  });

  test("a payment that the chain does not know is taken back after two minutes", async () => {
    const partner = await makePartner();
    await earn(partner, 10_000);
    const id = await madeOut(partner);
    await submit(id, base58.encode(randomBytes(64)));
    now += 2 * MINUTE_MS - 1;
    await expect(fail(id)).rejects.toMatchObject({ code: "PAYMENT_MAY_ARRIVE" });
    now += 1;
    expect(await fail(id)).toMatchObject({ state: "failed" });
    expect(await balances(partner)).toMatchObject({ in_transit: "0", pending: "10" });
  });

  test("while the chain cannot be read nothing is stored, and no other payment is blocked for good", async () => {
    const partner = await makePartner();
    await earn(partner, 10_000);
    const id = await madeOut(partner);
    const signature = await pay(partner, "10");
    now += 2_000;
    through = "nowhere";
    await expect(submit(id, signature)).rejects.toMatchObject({
      code: "CHAIN_UNREACHABLE",
      status: 502,
    });
    expect(await rowOf(id)).toMatchObject({ state: "created", signature: null });
    through = "behind";
    await submit(id, signature);
    through = "nowhere";
    await expect(confirm()).rejects.toMatchObject({ code: "CHAIN_UNREACHABLE" });
    await expect(fail(id)).rejects.toMatchObject({ code: "CHAIN_UNREACHABLE" });
    expect(await rowOf(id)).toMatchObject({ state: "submitted" });
    through = "chain";
    expect((await confirm()).ended).toContain(id);
  });

  test("a payment in flight is booked although its account is deleted meanwhile", async () => {
    const partner = await makePartner();
    await earn(partner, 10_000);
    const id = await madeOut(partner);
    await submit(id, await pay(partner, "10"));
    await db
      .update(users)
      .set({ deletedAt: new Date(now) })
      .where(eq(users.id, partner.actor.userId));
    now += 2_000;
    expect((await confirm()).ended).toContain(id);
    expect(await balances(partner)).toMatchObject({ settled: "10", in_transit: "0" });
  });

  test("settlements are listed newest first, a page at a time, each once", async () => {
    const partner = await makePartner();
    const ids: string[] = [];
    for (let count = 0; count < 5; count += 1) {
      await earn(partner, 10_000);
      ids.unshift(await madeOut(partner));
      now += count === 2 ? 0 : 1;
    }
    const listed: string[] = [];
    let cursor: string | undefined;
    do {
      const query = ListQuery.parse({ partner: partner.wallet, limit: "2", cursor });
      const page = await listSettlements({ input: { query } });
      listed.push(...page.settlements.map((one) => one.id));
      cursor = page.next ?? undefined;
    } while (cursor !== undefined);
    expect(listed.toSorted()).toEqual(ids.toSorted());
    expect(listed[0]).toBe(ids[0]);
  });
});

describe("what is configured", () => {
  const body = RunBody.parse({ period_end: new Date(START).toISOString() });
  const run = () => createSettlementRun({ ctx: context(), input: { body } });
  beforeAll(async () => {
    db = await testDatabase();
    setDatabase(db);
  });
  afterAll(() => db.$client.end());
  afterEach(() => stubSettings(simulatedChain()));

  test("a node of another network than the configured one is not trusted", async () => {
    stubSettings({ SOLANA_NETWORK: "devnet" });
    await expect(run()).rejects.toMatchObject({ code: "CHAIN_IS_ANOTHER", status: 503 });
  });

  test("a node that does not answer the first question is asked again", async () => {
    through = "nowhere";
    await expect(run()).rejects.toMatchObject({ code: "CHAIN_UNREACHABLE" });
    through = "chain";
    expect(await run()).toMatchObject({ settlements: [] });
  });

  test("a settlement of another network is not looked up, and says so", async () => {
    const partner = await makePartner();
    await earn(partner, 10_000);
    const id = await madeOut(partner);
    const signature = await pay(partner, "10");
    await submit(id, signature);
    await db
      .update(partnerSettlements)
      .set({ network: "mainnet-beta" })
      .where(eq(partnerSettlements.id, id));
    now += 2_000;
    const { ended, problems } = await confirm();
    expect(ended).toEqual([]);
    expect(problems).toMatchObject([
      { settlementId: id, refusal: { code: "SETTLEMENT_OF_ANOTHER_NETWORK" } },
    ]);
    await expect(fail(id)).rejects.toMatchObject({ code: "SETTLEMENT_OF_ANOTHER_NETWORK" });
  });

  test("without a chain no settlement is created", async () => {
    stubSettings({ SOLANA_RPC_URL: undefined });
    await expect(run()).rejects.toMatchObject({ code: "PAYOUTS_NOT_CONFIGURED", status: 409 });
  });
});
