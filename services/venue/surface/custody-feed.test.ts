/** Custody, vault signers and auditors see every transfer in its latest state, and what the venue owes. */
import { createPublicKey, hash, verify } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { decodeWithdraw } from "#lib/protocol/signing/decode.ts";
import { decodePublicKey, signingPreimage } from "#lib/protocol/signing/signing.ts";
import type { TransferRecord } from "#lib/protocol/wire/account.ts";
import {
  type CustodyTransfer,
  CustodyTransferPage,
  CustodyWithdrawal,
} from "#lib/protocol/wire/custody.ts";
import {
  type Answer,
  CUSTODY_KEY,
  call,
  startVenue,
  transactionOf,
} from "#services/venue/venue.testing.ts";
import { openVenueFixture, refusalOf, type VenueFixture } from "./venue-fixture.testing.ts";

const KEYS = { custodyKey: CUSTODY_KEY };

let fixture: VenueFixture;
beforeAll(async () => {
  fixture = await openVenueFixture(KEYS);
  await reserve("1");
  await sent(await reserve("2"), TX, 3);
  await fixture.venue.custody(DEPOSITS, depositOf(fixture.bob.address));
});
afterAll(() => fixture.close());

const DEPOSITS = "/v1/operator/deposits";
const TX = transactionOf("a transaction");

let counted = 0;
/** A valid deposit with a reference of its own. */
function depositOf(account: string) {
  counted += 1;
  return { account, amount: "7", reference: `solana:${counted}`, tx_hash: TX };
}

const transferIn = ({ body }: Answer) => body["transfer"] as TransferRecord;

async function reserve(amount = "10"): Promise<string> {
  return transferIn(await fixture.alice.withdraw(amount, fixture.now())).id;
}

const sent = (id: string, signature: string, last_valid_block_height: number) =>
  fixture.venue.custody(`/v1/custody/withdrawals/${id}/sent`, {
    signature,
    last_valid_block_height,
  });
const settled = (id: string, tx_hash: string) =>
  fixture.venue.custody(`/v1/custody/withdrawals/${id}/settled`, { tx_hash });

describe("the feed", () => {
  async function feed(after = 0, limit = 1_000): Promise<CustodyTransfer[]> {
    const all: CustodyTransfer[] = [];
    for (let from: string | null = String(after); from !== null; ) {
      const { body } = await fixture.venue.custody(
        `/v1/custody/transfers?after=${from}&limit=${limit}`,
      );
      const page = CustodyTransferPage.parse(body);
      expect(page.results.length).toBeLessThanOrEqual(limit);
      all.push(...page.results);
      from = page.next;
    }
    return all;
  }

  test("has every transfer once, by the seq of its last change, in pages of any size", async () => {
    const whole = await feed();
    const seqs = whole.map(({ seq }) => seq);
    expect(seqs).toEqual(seqs.toSorted((a, b) => a - b));
    expect(new Set(whole.map(({ id }) => id)).size).toBe(whole.length);
    const { transfers, withdrawals } = fixture.venue.venue.state;
    expect(whole).toHaveLength(transfers.size + withdrawals.size);
    for (const limit of [1, 2, 7]) expect(await feed(0, limit)).toEqual(whole);
    expect(await feed(seqs.at(-1))).toEqual([]);
  });

  test("shows a withdrawal again at each change to a reader who follows it", async () => {
    let at = (await feed()).at(-1)?.seq ?? 0;
    const id = await reserve();
    const deposit = depositOf(fixture.bob.address);
    const next = async () => {
      const found = await feed(at);
      at = found.at(-1)?.seq ?? at;
      return found;
    };
    expect(await next()).toMatchObject([{ kind: "WITHDRAWAL", id, status: "RESERVED" }]);
    await sent(id, TX, 5);
    await fixture.venue.custody(DEPOSITS, deposit);
    expect(await next()).toMatchObject([
      { id, status: "SENT", tx_hash: null, attempts: [{ signature: TX }] },
      { kind: "DEPOSIT", reference: deposit.reference, tx_hash: TX },
    ]);
    await settled(id, TX);
    expect(await next()).toMatchObject([{ id, status: "SETTLED", tx_hash: TX }]);
    expect(await next()).toEqual([]);
  });

  test("is the same after a restart, from the journal and from a snapshot", async () => {
    const folder = await mkdtemp(join(tmpdir(), "custody-"));
    const first = await openVenueFixture({ ...KEYS, folder });
    const { alice, now, venue } = first;
    const ids: string[] = [];
    for (const amount of ["1", "2", "3", "4"]) {
      ids.push(transferIn(await alice.withdraw(amount, now())).id);
      await venue.custody(DEPOSITS, depositOf(alice.address));
    }
    const path = (id: string | undefined) => `/v1/custody/withdrawals/${id}`;
    const signed = { signature: TX, last_valid_block_height: 5 };
    await venue.custody(`${path(ids[1])}/sent`, signed);
    await venue.custody(`${path(ids[0])}/returned`, { reason: "x" });
    await venue.custody(`${path(ids[1])}/settled`, { tx_hash: TX });
    const read = async (of: { custody: (path: string) => Promise<Answer> }) => [
      (await of.custody("/v1/custody/transfers")).body,
      (await of.custody("/v1/custody/totals")).body,
    ];
    const search = `/v1/transfers/search?account=${alice.address}`;
    const before = [...(await read(venue)), (await alice.read(search)).body];
    let running = venue;
    for (const snapshot of [false, true]) {
      if (snapshot) await running.venue.close({ snapshot });
      else await running.close();
      running = await startVenue({ ...KEYS, folder });
      expect(running.venue.sequencer.recovery.blocks > 0).toBe(!snapshot);
      const headers = { authorization: `Bearer ${alice.key}` };
      const own = await call(`${running.url}${search}`, { headers });
      expect([...(await read(running)), own.body]).toEqual(before);
    }
    await running.close();
    await rm(folder, { recursive: true });
  });

  test("lets a signer verify a withdrawal by itself: digest, owner's signature, amount", async () => {
    const id = await reserve("12.5");
    const answer = await fixture.venue.custody(`/v1/custody/withdrawals/${id}`);
    const withdrawal = CustodyWithdrawal.parse(answer.body);
    const owner = decodePublicKey(withdrawal.account) ?? new Uint8Array();
    const payload = Buffer.from(withdrawal.payload, "hex");
    const digest = hash("sha256", signingPreimage("withdraw", owner, payload));
    expect(digest).toBe(withdrawal.digest);
    const prefix = Buffer.from("302a300506032b6570032100", "hex");
    const key = createPublicKey({
      key: Buffer.concat([prefix, owner]),
      format: "der",
      type: "spki",
    });
    const signature = Buffer.from(withdrawal.signature, "hex");
    expect(verify(null, Buffer.from(digest), key, signature)).toBe(true);
    expect(decodeWithdraw(payload)).toEqual({
      amount: "12.5",
      timestamp: BigInt(withdrawal.timestamp),
    });
    expect(withdrawal.amount).toBe("12.5");
  });

  test.each(["after=x", "after=-1", "after=1.5", "limit=0", "limit=1001", "limit=1&limit=2"])(
    "with %s is refused",
    async (query) => {
      const answer = await fixture.venue.custody(`/v1/custody/transfers?${query}`);
      expect(refusalOf(answer)).toEqual([400, "MALFORMED_QUERY"]);
    },
  );
});

describe("the totals", () => {
  test("are what the feed sums to: what is reserved and sent is still owed", async () => {
    const open = await openVenueFixture(KEYS);
    const totals = async () => (await open.venue.custody("/v1/custody/totals")).body;
    expect(await totals()).toMatchObject({
      deposits: "200000",
      withdrawn_settled: "0",
      reserved: "0",
      liabilities: "200000",
    });
    await open.venue.custody("/v1/operator/insurance", {
      amount: "50.000001",
      reference: "f",
      tx_hash: TX,
    });
    const ids: string[] = [];
    for (const amount of ["100", "20.5", "3"]) {
      ids.push(transferIn(await open.alice.withdraw(amount, open.now())).id);
    }
    const signed = { signature: TX, last_valid_block_height: 5 };
    for (const id of ids.slice(0, 2)) {
      await open.venue.custody(`/v1/custody/withdrawals/${id}/sent`, signed);
    }
    expect(await totals()).toMatchObject({ reserved: "123.5", liabilities: "200050.000001" });
    await open.venue.custody(`/v1/custody/withdrawals/${ids[0]}/settled`, { tx_hash: TX });
    await open.venue.custody(`/v1/custody/withdrawals/${ids[2]}/returned`, { reason: "x" });
    const { venue } = open.venue;
    expect(await totals()).toEqual({
      deposits: "200050.000001",
      withdrawn_settled: "100",
      reserved: "20.5",
      liabilities: "199950.000001",
      seq: venue.state.seq,
      height: venue.sequencer.latestBlock.height,
    });
    await open.close();
  });
});
