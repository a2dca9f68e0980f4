/** A partner's own schedule and minimum, in the operator's runs. */

import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { base58 } from "@scure/base";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { book, fee, makeReferral, makeUser } from "#lib/partner/partner.testing.ts";
import { createSettlementRun, RunBody } from "#lib/partner/payouts/create-settlement-run.ts";
import { failSettlement } from "#lib/partner/payouts/fail-settlement.ts";
import {
  changeProfile,
  joinProgramme,
  ProfileBody,
  readProfile,
} from "#lib/partner/profile/profile.ts";
import type { SessionActor } from "#lib/platform/actor.ts";
import { type Database, setDatabase } from "#lib/platform/db/client.ts";
import { testDatabase } from "#lib/platform/db/db.testing.ts";
import { type ChainServer, startChainServer } from "#services/sandbox/testing/chain-server.ts";

const START = Date.UTC(2026, 2, 1);
const CLIENT = { address: "127.0.0.1", agent: "test" };

const folder = mkdtempSync(join(tmpdir(), "partner-payout-terms-"));
let now = START;
let chain: ChainServer;
let db: Database;

beforeAll(async () => {
  chain = await startChainServer(join(folder, "chain"), { now: () => START });
  vi.stubEnv("SOLANA_RPC_URL", `${chain.url}/solana`);
  vi.stubEnv("SOLANA_NETWORK", "simulated");
  db = await testDatabase();
  setDatabase(db);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  setDatabase(undefined);
  await db.$client.end();
  await chain.stop();
  rmSync(folder, { recursive: true, force: true });
});

const context = () => ({ actor: { kind: "operator" } as const, client: CLIENT, now });

type Partner = { id: string; code: string; actor: SessionActor; trader: string };

async function makePartner(): Promise<Partner> {
  const code = `p-${randomBytes(6).toString("hex")}`;
  const actor = await makeUser(db, base58.encode(randomBytes(32)));
  const { partner } = await joinProgramme({
    ctx: { actor, client: CLIENT, now: 0 },
    input: { body: { code } },
  });
  const trader = `trader-of-${code}`;
  const id = partner?.id ?? "";
  await makeReferral(db, { id, actor, code }, trader);
  return { id, code, actor, trader };
}

/** Of 10 %: `cents` of a fee earn a tenth of them. */
const earn = (partner: Partner, cents: number) => book(db, [fee(partner.trader, cents, now)], now);

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

const fail = (id: string) =>
  failSettlement({ ctx: context(), input: { params: { id }, body: { reason: "sent to nobody" } } });

describe("a partner's own terms", () => {
  const wish = (partner: Partner, body: object) =>
    changeProfile({
      ctx: { actor: partner.actor, client: CLIENT, now },
      input: { body: ProfileBody.parse(body) },
    });
  /** What a run for all partners does for this one. */
  const outcome = async (partner: Partner, more: Record<string, unknown> = {}) => {
    const { settlements, skipped } = await run(undefined, more);
    const made = settlements.find(({ partner_id: id }) => id === partner.id);
    return made?.amount ?? skipped.find(({ partner_id: id }) => id === partner.id)?.reason;
  };

  test("monthly is paid once a calendar month, and again after a payment that failed", async () => {
    now = Date.UTC(2026, 5, 10);
    const partner = await makePartner();
    await wish(partner, { payout_schedule: "monthly" });
    await earn(partner, 10_000);
    expect(await outcome(partner)).toBe("10");
    await earn(partner, 10_000);
    expect(await outcome(partner)).toBe("not_due");
    const { partner: shown } = await readProfile({ ctx: { actor: partner.actor, now } });
    expect(shown).toMatchObject({
      payout_schedule: "monthly",
      in_preparation: [{ amount: "10", state: "created" }],
      last_paid: null,
    });
    await fail(shown!.in_preparation[0]!.settlement_id);
    expect(await outcome(partner)).toBe("20");
    now = Date.UTC(2026, 6, 1);
    await earn(partner, 5_000);
    expect(await outcome(partner)).toBe("5");
  });

  test("on request is paid only then, once, and once more when the payment failed", async () => {
    now = Date.UTC(2026, 6, 2);
    const partner = await makePartner();
    await wish(partner, { payout_schedule: "on_request" });
    await earn(partner, 10_000);
    expect(await outcome(partner)).toBe("not_due");
    const { partner: asked } = await wish(partner, { payout_request: true });
    expect(asked?.payout_requested_at).toBe(new Date(now).toISOString());
    const id = await madeOutByAll(partner);
    await earn(partner, 10_000);
    expect(await outcome(partner)).toBe("not_due");
    await fail(id);
    expect(await outcome(partner)).toBe("20");
    await earn(partner, 10_000);
    await wish(partner, { payout_request: true });
    await wish(partner, { payout_request: false });
    expect(await outcome(partner)).toBe("not_due");
  });

  async function madeOutByAll(partner: Partner): Promise<string> {
    const { settlements } = await run(undefined);
    const made = settlements.find(({ partner_id: id }) => id === partner.id);
    return made?.settlement_id ?? "";
  }

  test("a minimum is heeded within the operator's bounds, and not when the operator names the partner", async () => {
    const partner = await makePartner();
    for (const payout_minimum of ["9.99", "100000.000001"])
      await expect(wish(partner, { payout_minimum })).rejects.toMatchObject({
        code: "INVALID_FIELD",
      });
    const { partner: shown } = await wish(partner, { payout_minimum: "50" });
    expect(shown).toMatchObject({ payout_minimum: "50", payout_minimum_is_own: true });
    await earn(partner, 49_990);
    expect(await outcome(partner, { minimum: "1" })).toBe("below_minimum");
    const { settlements } = await run(partner, { dry_run: true });
    expect(settlements).toMatchObject([{ amount: "49.99" }]);
    await earn(partner, 10);
    expect(await outcome(partner, { minimum: "60" })).toBe("below_minimum");
    expect(await outcome(partner)).toBe("50.002");
    const { partner: back } = await wish(partner, { payout_minimum: null });
    expect(back).toMatchObject({ payout_minimum: "10", payout_minimum_is_own: false });
  });

  test("simultaneous runs pay a request once", async () => {
    const partner = await makePartner();
    await wish(partner, { payout_schedule: "on_request", payout_request: true });
    await earn(partner, 10_000);
    const found = await Promise.all([outcome(partner), outcome(partner), outcome(partner)]);
    expect(found.filter((one) => one === "10")).toHaveLength(1);
  });
});
