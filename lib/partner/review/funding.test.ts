/** A referral is held once the chain shows that a wallet of the partner paid one of its wallets. */

import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { ChainClient, RpcAnswer } from "#lib/kernel/chain-client/read-payment.ts";
import { makePartner, makeReferral, type TestPartner } from "#lib/partner/partner.testing.ts";
import { partnerAccounts, partnerReferrals } from "#lib/partner/schema/partner.ts";
import { type Database, setDatabase } from "#lib/platform/db/client.ts";
import { testDatabase } from "#lib/platform/db/db.testing.ts";
import { DAY_MS } from "#lib/protocol/durations.ts";
import { tokenAccountOf } from "#lib/protocol/solana/find-token-account.ts";
import { checkFunding } from "./funding-loop.ts";

const NOW = Date.UTC(2026, 0, 1);
const MINT = "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v";
const NEWCOMER = "4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T";

let db: Database;
let partner: TestPartner;
let referralId: string;
let names = 0;

beforeAll(async () => {
  db = await testDatabase();
  setDatabase(db);
});
afterAll(async () => {
  setDatabase(undefined);
  await db.$client.end();
});
beforeEach(async () => {
  await db.delete(partnerAccounts);
  partner = await makePartner(db, `code-${++names}`);
  referralId = await makeReferral(db, partner, `trader-${names}`, NOW);
  await db.insert(partnerAccounts).values({ account: NEWCOMER, referralId, boundAt: NOW });
});

type Question = Parameters<ChainClient["call"]>[0];
type Payment = { from: string; to: string; lamports?: number; tokens?: string };

/** A node whose whole history is these payments, by signature. */
function nodeOf(payments: Record<string, Payment>) {
  const calls: string[] = [];
  const call = async ({ method, params }: Question): Promise<RpcAnswer> => {
    const [subject] = params as [string];
    calls.push(method);
    if (method === "getSignaturesForAddress") {
      const named: { signature: string; slot: number; err: null }[] = [];
      for (const [signature, { from, to, tokens }] of Object.entries(payments)) {
        const received = tokens === undefined ? to : await tokenAccountOf(to, MINT);
        if (subject === from || subject === received) named.push({ signature, slot: 1, err: null });
      }
      return { result: named };
    }
    const { from, to, lamports = 0, tokens } = payments[subject]!;
    const held = (amount: string) => [{ mint: MINT, owner: to, uiTokenAmount: { amount } }];
    const keys = [
      { pubkey: from, signer: true },
      { pubkey: tokens === undefined ? to : await tokenAccountOf(to, MINT), signer: false },
    ];
    return {
      result: {
        slot: 1,
        meta: {
          err: null,
          preBalances: [10_000, 0],
          postBalances: [10_000 - lamports, lamports],
          preTokenBalances: [],
          postTokenBalances: tokens === undefined ? [] : held(tokens),
        },
        transaction: { signatures: [subject], message: { accountKeys: keys } },
      },
    };
  };
  return { node: { call }, mint: MINT, calls };
}

const reviewOf = async () => {
  const [row] = await db.select().from(partnerReferrals).where(eq(partnerReferrals.id, referralId));
  return [row?.review, row?.reviewReason];
};
const walletOf = ({ code }: TestPartner) => `wallet-of-${code}`;

describe("a new wallet", () => {
  test.each<[string, Partial<Payment>]>([
    ["SOL", { lamports: 5_000 }],
    ["USDC", { tokens: "2500000" }],
  ])("that a wallet of the partner sent %s holds its referral", async (_what, sum) => {
    const chain = nodeOf({ one: { from: walletOf(partner), to: NEWCOMER, ...sum } });
    expect(await checkFunding(chain, NOW)).toBe(1);
    expect(await reviewOf()).toEqual(["held", "funded_by_partner"]);
  });

  test("that somebody else funded, or that paid the partner, is an ordinary referral", async () => {
    const chain = nodeOf({
      one: { from: "somebody", to: NEWCOMER, lamports: 5_000 },
      two: { from: NEWCOMER, to: walletOf(partner), lamports: 5_000 },
    });
    expect(await checkFunding(chain, NOW)).toBe(0);
    expect(await reviewOf()).toEqual([null, null]);
  });

  test("is checked at once and then daily for 30 days, because it may be funded later", async () => {
    const chain = nodeOf({});
    await checkFunding(chain, NOW);
    const first = chain.calls.length;
    expect(first).toBeGreaterThan(0);
    await checkFunding(chain, NOW + DAY_MS - 1);
    expect(chain.calls).toHaveLength(first);
    await checkFunding(chain, NOW + DAY_MS + 1);
    expect(chain.calls.length).toBeGreaterThan(first);
    const second = chain.calls.length;
    await checkFunding(chain, NOW + 31 * DAY_MS);
    expect(chain.calls).toHaveLength(second);
  });

  test("of a referral that the operator has accepted is not held again", async () => {
    const which = eq(partnerReferrals.id, referralId);
    await db.update(partnerReferrals).set({ review: "accepted" }).where(which);
    const chain = nodeOf({ one: { from: walletOf(partner), to: NEWCOMER, lamports: 5_000 } });
    expect(await checkFunding(chain, NOW)).toBe(0);
    expect((await reviewOf())[0]).toBe("accepted");
  });
});
