/** SIGKILL while withdrawals are reserved and reported: what was acknowledged stays, and what is sent again counts once. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { encodeWithdraw } from "#lib/protocol/signing/signing.ts";
import { usdcAmount } from "#lib/protocol/solana/withdrawals.ts";
import type { TransferRecord } from "#lib/protocol/wire/account.ts";
import {
  CustodyTotals,
  type CustodyTransfer,
  CustodyTransferPage,
} from "#lib/protocol/wire/custody.ts";
import { walkJournal } from "./journal-audit/walk-journal.ts";
import { spawnVenue, type VenueProcess } from "./process.testing.ts";
import { type Answer, CUSTODY_KEY, call, TestTrader, transactionOf } from "./venue.testing.ts";

const ROUNDS = Number(process.env["VENUE_SIGKILL_ROUNDS"] ?? 1);
const NAMES = ["lane 1", "lane 2", "lane 3"];
const DEPOSITED = 1_000_000n * 10n ** 9n;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "venue-"));
});
/** A test that fails leaves no process behind, whose output the runner would wait for. */
let flooded: VenueProcess | undefined;
afterEach(async () => {
  await flooded?.kill();
  await rm(folder, { recursive: true });
});

function ask(url: string, path: string, body?: object): Promise<Answer> {
  const headers = { authorization: `Bearer ${CUSTODY_KEY}`, "content-type": "application/json" };
  const init = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
  return call(`${url}${path}`, { headers, ...init });
}

type Step = { path: string; body: object };

/** One person, and what custody reports of the person's withdrawals. */
class Lane {
  readonly #name: string;
  #key = "";
  #count = 0;
  /** Acknowledged records by id, the latest of each. */
  readonly known = new Map<string, TransferRecord>();
  /** A withdrawal without an answer, by what was signed. */
  lostWrite: { amount: string; timestamp: number } | undefined;
  lostReport: Step | undefined;

  constructor(name: string) {
    this.#name = name;
  }

  at(url: string): TestTrader {
    return Object.assign(new TestTrader(url, this.#name), { key: this.#key });
  }

  async open(url: string): Promise<void> {
    const trader = new TestTrader(url, this.#name);
    await trader.createKey(Date.now());
    this.#key = trader.key;
    const deposit = { account: trader.address, amount: "1000000", reference: this.#name };
    const tx_hash = transactionOf(this.#name);
    expect((await ask(url, "/v1/operator/deposits", { ...deposit, tx_hash })).status).toBe(201);
  }

  /** Until the venue is gone: each withdrawal is sent once or twice and settled, or returned, or stays reserved. */
  async flood(url: string): Promise<void> {
    const trader = this.at(url);
    for (;;) {
      this.#count += 1;
      const write = {
        amount: `${1 + (this.#count % 9)}.${this.#count % 7}`,
        timestamp: Date.now(),
      };
      const answer = await trader.withdraw(write.amount, write.timestamp).catch(() => undefined);
      if (answer === undefined) {
        this.lostWrite = write;
        return;
      }
      // Two writes of one millisecond and amount are the same bytes.
      if (answer.status !== 201) continue;
      const { id } = this.book(answer);
      for (const step of this.#steps(id)) {
        const reported = await ask(url, step.path, step.body).catch(() => undefined);
        if (reported === undefined) {
          this.lostReport = step;
          return;
        }
        expect(reported.status).toBe(200);
        this.book(reported);
      }
    }
  }

  book(answer: Answer): TransferRecord {
    const transfer = answer.body["transfer"] as TransferRecord;
    this.known.set(transfer.id, transfer);
    return transfer;
  }

  #steps(id: string): Step[] {
    const path = (what: string) => `/v1/custody/withdrawals/${id}/${what}`;
    const sent = (name: string): Step => ({
      path: path("sent"),
      body: { signature: transactionOf(`${name} of ${id}`), last_valid_block_height: 9 },
    });
    const settled = { path: path("settled"), body: { tx_hash: transactionOf(`first of ${id}`) } };
    const kind = this.#count % 4;
    if (kind === 0) return [];
    if (kind === 1) return [{ path: path("returned"), body: { reason: "no token account" } }];
    return kind === 2 ? [sent("first"), settled] : [sent("first"), sent("second"), settled];
  }
}

/** The order of what may follow what: a record that was acknowledged is never behind. */
const RANK = { RESERVED: 0, SENT: 1, SETTLED: 2, RETURNED: 2 };

async function feedOf(url: string): Promise<Map<string, CustodyTransfer>> {
  const found = new Map<string, CustodyTransfer>();
  for (let after: string | null = "0"; after !== null; ) {
    const { body } = await ask(url, `/v1/custody/transfers?after=${after}&limit=1000`);
    const page = CustodyTransferPage.parse(body);
    for (const transfer of page.results) found.set(transfer.id, transfer);
    after = page.next;
  }
  return found;
}

/** The same bytes again: accepted or a duplicate of what the first had reserved, and never a second time. */
async function resolve(url: string, lane: Lane): Promise<void> {
  const { lostWrite: write, lostReport: step } = lane;
  lane.lostWrite = undefined;
  lane.lostReport = undefined;
  if (write !== undefined) await sendAgain(url, lane, write);
  if (step === undefined) return;
  const [first, again] = [
    await ask(url, step.path, step.body),
    await ask(url, step.path, step.body),
  ];
  expect([first.status, again.status]).toEqual([200, 200]);
  expect(again.body).toEqual(first.body);
  lane.book(first);
}

async function sendAgain(
  url: string,
  lane: Lane,
  { amount, timestamp }: { amount: string; timestamp: number },
): Promise<void> {
  const trader = lane.at(url);
  const first = await trader.withdraw(amount, timestamp);
  if (first.body["error"] === "TIMESTAMP_OUT_OF_WINDOW") {
    // A busy machine may restart the venue only after the signed bytes have expired: the digest finds their outcome.
    const digest = trader.digest("withdraw", encodeWithdraw({ amount }, BigInt(timestamp)));
    const { results } = (await trader.read("/v1/transfers/search")).body;
    const found = (results as TransferRecord[]).find((transfer) => transfer.digest === digest);
    if (found !== undefined) lane.known.set(found.id, found);
    return;
  }
  const again = await trader.withdraw(amount, timestamp);
  expect(again.body["error"]).toBe("DUPLICATE_REQUEST");
  const original = (first.status === 409 ? first.body["data"] : first.body) as object;
  expect(again.body["data"]).toEqual(original);
  lane.book({ ...first, body: { ...original } });
}

/** Everything acknowledged is there, nothing twice, and balances and totals agree with the records. */
async function check(url: string, lanes: Lane[]): Promise<void> {
  const feed = await feedOf(url);
  const sums = { RESERVED: 0n, SENT: 0n, SETTLED: 0n, RETURNED: 0n };
  for (const lane of lanes) {
    const trader = lane.at(url);
    const own = [...feed.values()].filter(({ account }) => account === trader.address);
    const withdrawals = own.filter((one) => one.kind === "WITHDRAWAL");
    expect(new Set(withdrawals.map(({ digest }) => digest)).size).toBe(withdrawals.length);
    expect(withdrawals.map(({ id }) => id).toSorted()).toEqual([...lane.known.keys()].toSorted());
    let left = DEPOSITED;
    for (const { id, amount, status, digest } of withdrawals) {
      const known = lane.known.get(id);
      expect([known?.amount, known?.digest]).toEqual([amount, digest]);
      expect(RANK[status]).toBeGreaterThanOrEqual(RANK[known?.status ?? "RETURNED"]);
      const units = usdcAmount(amount) ?? 0n;
      sums[status] += units;
      if (status !== "RETURNED") left -= units;
    }
    const [account] = (await trader.read("/v1/accounts")).body["results"] as { balance: string }[];
    expect(usdcAmount(account?.balance ?? "")).toBe(left);
  }
  const totals = CustodyTotals.parse((await ask(url, "/v1/custody/totals")).body);
  expect(usdcAmount(totals.reserved)).toBe(sums.RESERVED + sums.SENT);
  expect(usdcAmount(totals.withdrawn_settled)).toBe(sums.SETTLED);
  expect(usdcAmount(totals.liabilities)).toBe(DEPOSITED * BigInt(lanes.length) - sums.SETTLED);
}

async function spawn(): Promise<VenueProcess> {
  flooded = await spawnVenue(folder, { VENUE_CUSTODY_KEY: CUSTODY_KEY });
  return flooded;
}

test(`SIGKILL between reserve, reports and answers, ${ROUNDS} times: no reserve is lost or doubled`, async () => {
  let venue = await spawn();
  const lanes = NAMES.map((name) => new Lane(name));
  for (const lane of lanes) await lane.open(venue.url);
  const count = () => lanes.reduce((sum, { known }) => sum + known.size, 0);
  for (let round = 0; round < ROUNDS; round += 1) {
    const { url } = venue;
    const before = count();
    const flood = lanes.map((lane) => lane.flood(url));
    await vi.waitFor(() => expect(count()).toBeGreaterThan(before + 10 + ((round * 17) % 40)), {
      interval: 1,
    });
    await venue.kill();
    await Promise.all(flood);
    venue = await spawn();
    for (const lane of lanes) await resolve(venue.url, lane);
    await check(venue.url, lanes);
    if (round % 3 !== 1) continue;
    // An orderly end leaves a snapshot, from which the next rounds begin.
    expect(await venue.stop()).toBe(0);
    venue = await spawn();
    await check(venue.url, lanes);
  }
  expect(await venue.stop()).toBe(0);
  const { state } = walkJournal({ folder: join(folder, "venue") });
  expect(state.withdrawals.size).toBe(count());
});
