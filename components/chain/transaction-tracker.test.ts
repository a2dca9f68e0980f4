/**
 * A transaction ends only when its outcome is certain, and until then nothing else may be signed.
 */
import { beforeEach, describe, expect, test } from "vitest";
import type { Answer } from "#components/data/http.ts";
import type { StoredRecords } from "#components/data/stored-records.ts";
import { VirtualClock } from "#components/data/virtual-clock.testing.ts";
import type { SignatureStatus } from "./chain-calls.ts";
import { isUndecided, type SignedRecord, type TransactionState } from "./signed-record.ts";
import { TransactionTracker } from "./transaction-tracker.ts";

const ACCOUNT = "4wBqpZM9xaSheZzJSMawUKKwhdpChKbZ5eu5ky4Vigw";
const LAST_HEIGHT = 1_000;
const BEGAN = 1_700_000_000;

const record = (signature = "signature-1"): SignedRecord => ({
  version: 1,
  signature,
  account: ACCOUNT,
  network: "simulated",
  transaction: `bytes of ${signature}`,
  lastValidHeight: LAST_HEIGHT,
  createdAt: 0,
});

const ok = <Body>(body: Body): Answer<Body> => ({ ok: true, status: 200, body });
const none: Answer<never> = { ok: false, status: 0, code: "NETWORK", message: "", data: undefined };

let clock: VirtualClock;
let start: number;
let records: Map<string, SignedRecord>;
/** What the node answers. */
let status: SignatureStatus;
let statusSlot: number;
let height: number;
let heightSlot: number;
/** When the node's chain began. */
let began: number;
let nodeIsAway: boolean;
let sendAnswer: Answer;
let isCredited: boolean | undefined;
/** Deposits end when they are credited, swaps when they are final. */
let endsBy: "credit" | "finality";
/** Times since the start at which the status was read, and the bytes that were sent. */
let lookups: number[];
let sent: string[];

beforeEach(() => {
  clock = new VirtualClock();
  start = clock.now();
  records = new Map();
  status = null;
  [statusSlot, height, heightSlot] = [500, 500, 500];
  began = BEGAN;
  nodeIsAway = false;
  sendAnswer = ok({ signature: "signature-1" });
  isCredited = false;
  endsBy = "credit";
  lookups = [];
  sent = [];
});

const storage: StoredRecords<SignedRecord> = {
  put: (one) => Promise.resolve(void records.set(one.signature, one)),
  has: (key) => Promise.resolve(records.has(key) ? "kept" : "gone"),
  all: () => Promise.resolve([...records.values()]),
  take: (key) => Promise.resolve(records.delete(key) ? "taken" : "gone"),
};

function openTab() {
  const tracker = new TransactionTracker({
    storage,
    wait: clock.wait,
    chain: {
      send: ({ transaction }) => {
        sent.push(transaction);
        return Promise.resolve(sendAnswer);
      },
      status: () => {
        lookups.push(clock.now() - start);
        return Promise.resolve(nodeIsAway ? none : ok({ status, slot: statusSlot }));
      },
      finalHeight: () => Promise.resolve(nodeIsAway ? none : ok({ height, slot: heightSlot })),
      began: () => Promise.resolve(nodeIsAway ? none : ok(began)),
    },
    ...(endsBy === "credit"
      ? { isCredited: () => Promise.resolve(isCredited) }
      : { refusalEnds: true }),
    alone: (_signature, work) => work(),
  });
  const ends: TransactionState[] = [];
  tracker.onEnd(({ state }) => ends.push(state));
  const state = () => tracker.tracked()[0]?.state;
  return { tracker, ends, state };
}

async function sendOne(change: Partial<SignedRecord> = {}) {
  const tab = openTab();
  await tab.tracker.setAccount(ACCOUNT);
  await tab.tracker.send({ ...record(), ...change });
  await clock.advance(0);
  return tab;
}

describe("a deposit on its way", () => {
  test("is stored before it is sent", async () => {
    const tab = openTab();
    await tab.tracker.setAccount(ACCOUNT);
    const sending = tab.tracker.send(record());
    expect([records.size, sent.length, tab.state()]).toEqual([1, 0, "sending"]);
    await sending;
    expect(sent).toEqual(["bytes of signature-1"]);
  });

  test("is looked up at 0, 1, 2, 4 and 8 s, then every 5 s", async () => {
    status = { level: "confirmed", failed: false };
    await sendOne();
    await clock.advance(24_000);
    expect(lookups).toEqual([0, 1_000, 2_000, 4_000, 8_000, 13_000, 18_000, 23_000]);
  });

  test("goes from seen to credited, and its record is then deleted", async () => {
    const { state, ends, tracker } = await sendOne();
    expect(state()).toBe("unknown");
    const seen: (TransactionState | undefined)[] = [];
    for (const level of ["processed", "confirmed", "finalized"] as const) {
      status = { level, failed: false };
      await clock.advance(5_000);
      seen.push(state());
    }
    expect(seen).toEqual(["processed", "confirmed", "finalized"]);
    isCredited = undefined;
    await clock.advance(5_000);
    expect([state(), records.size]).toEqual(["finalized", 1]);
    isCredited = true;
    await clock.advance(5_000);
    expect([state(), records.size, ends]).toEqual(["credited", 0, ["credited"]]);
    tracker.dismiss("signature-1");
    expect(tracker.tracked()).toEqual([]);
  });

  test("is sent again unchanged until it has a status", async () => {
    await sendOne();
    await clock.advance(10_000);
    expect(new Set(sent)).toEqual(new Set(["bytes of signature-1"]));
    expect(sent.length).toBeGreaterThan(3);
    status = { level: "processed", failed: false };
    await clock.advance(5_000);
    const before = sent.length;
    await clock.advance(20_000);
    expect(sent.length).toBe(before);
  });

  test("that failed in one block may succeed in another, and has failed once that is final", async () => {
    const { state, ends } = await sendOne();
    status = { level: "confirmed", failed: true };
    await clock.advance(5_000);
    expect(state()).toBe("processed");
    status = { level: "finalized", failed: true };
    await clock.advance(5_000);
    expect([state(), ends, records.size]).toEqual(["failed", ["failed"], 0]);
  });

  test("that a fork drops is unknown again", async () => {
    const { state } = await sendOne();
    status = { level: "confirmed", failed: false };
    await clock.advance(5_000);
    status = null;
    await clock.advance(5_000);
    expect(state()).toBe("unknown");
  });

  test("whose sending is refused says why, and is still followed", async () => {
    sendAnswer = { ok: false, status: 422, code: "INSUFFICIENT_BALANCE", message: "", data: null };
    const { tracker, state } = await sendOne();
    expect(tracker.tracked()[0]?.refusal?.code).toBe("INSUFFICIENT_BALANCE");
    status = { level: "confirmed", failed: false };
    await clock.advance(5_000);
    expect([state(), tracker.tracked()[0]?.refusal]).toEqual(["confirmed", undefined]);
  });
});

describe("a transaction is dead", () => {
  test.each([
    ["the finalized height has not passed the last valid one", () => (height = LAST_HEIGHT)],
    [
      "the node that has no status has not looked as far as the finalized slot",
      () => ([height, heightSlot, statusSlot] = [LAST_HEIGHT + 1, 900, 899]),
    ],
    ["the node does not answer", () => ([height, nodeIsAway] = [LAST_HEIGHT + 1, true])],
  ])("not when %s", async (_name, set) => {
    const { state, tracker } = await sendOne();
    set();
    await clock.advance(600_000);
    expect(state()).toBe("unknown");
    expect(tracker.tracked().some(isUndecided)).toBe(true);
  });

  test("when the height is final and the history does not have it", async () => {
    const { state, ends } = await sendOne();
    [height, heightSlot, statusSlot] = [LAST_HEIGHT + 1, 1_200, 1_200];
    await clock.advance(5_000);
    expect([state(), ends, records.size]).toEqual(["expired", ["expired"], 0]);
    const before = sent.length;
    await clock.advance(60_000);
    expect(sent.length).toBe(before);
  });
});

describe("on a simulated chain that was reset", () => {
  const LATER = BEGAN + 3_600;

  test("a transaction of the earlier chain ends, and another may be signed", async () => {
    const { state, ends, tracker } = await sendOne({ chainBegan: BEGAN });
    await clock.advance(5_000);
    expect(state()).toBe("unknown");
    [height, began] = [3, LATER];
    await clock.advance(5_000);
    expect([state(), ends, records.size]).toEqual(["chainGone", ["chainGone"], 0]);
    expect(tracker.tracked().some(isUndecided)).toBe(false);
    const before = sent.length;
    await clock.advance(60_000);
    expect(sent.length).toBe(before);
  });

  test("a page that opens later ends it as well", async () => {
    records.set("signature-1", { ...record(), chainBegan: BEGAN });
    began = LATER;
    const { state, tracker } = openTab();
    await tracker.setAccount(ACCOUNT);
    await clock.advance(0);
    expect([state(), sent]).toEqual(["chainGone", []]);
  });

  test.each<[string, Partial<SignedRecord>, () => void]>([
    ["whose record does not name its chain", {}, () => (began = LATER)],
    ["of a real network", { chainBegan: BEGAN, network: "devnet" }, () => (began = LATER)],
    ["whose node shows an earlier chain", { chainBegan: BEGAN }, () => (began = BEGAN - 1)],
    [
      "whose node does not answer",
      { chainBegan: BEGAN },
      () => ([began, nodeIsAway] = [LATER, true]),
    ],
    [
      "that the node has a status of",
      { chainBegan: BEGAN },
      () => ([began, status] = [LATER, { level: "processed", failed: false }]),
    ],
  ])("a transaction %s does not end", async (_name, change, set) => {
    const { tracker } = await sendOne(change);
    set();
    await clock.advance(600_000);
    expect(tracker.tracked().some(isUndecided)).toBe(true);
  });
});

describe("after a reload", () => {
  test("the next page follows what the closed one had sent", async () => {
    const first = await sendOne();
    void first.tracker.setAccount(undefined);
    const next = openTab();
    await next.tracker.setAccount(ACCOUNT);
    expect(next.state()).toBe("unknown");
    status = { level: "finalized", failed: false };
    isCredited = true;
    await clock.advance(1_000);
    expect([next.state(), next.ends]).toEqual(["credited", ["credited"]]);
    expect(first.ends).toEqual([]);
  });

  test("two tabs follow it, and one of them says how it ended", async () => {
    const first = await sendOne();
    const second = openTab();
    await second.tracker.setAccount(ACCOUNT);
    status = { level: "finalized", failed: false };
    isCredited = true;
    await clock.advance(10_000);
    expect([first.state(), second.state()]).toEqual(["credited", "credited"]);
    expect([...first.ends, ...second.ends]).toEqual(["credited"]);
  });

  test("a deposit of another account waits for that account", async () => {
    records.set("other", { ...record("other"), account: "somebody" });
    const { tracker } = openTab();
    await tracker.setAccount(ACCOUNT);
    await clock.advance(60_000);
    expect([tracker.tracked(), lookups, records.size]).toEqual([[], [], 1]);
  });
});

describe("where there is no credit", () => {
  const refusal = (code: string): Answer => ({
    ok: false,
    status: 422,
    code,
    message: "",
    data: undefined,
  });
  beforeEach(() => {
    endsBy = "finality";
  });

  test("finality ends it", async () => {
    const { state, ends, tracker } = await sendOne();
    status = { level: "finalized", failed: false };
    await clock.advance(1_000);
    expect([state(), ends, records.size]).toEqual(["finalized", ["finalized"], 0]);
    tracker.dismiss("signature-1");
    expect(tracker.tracked()).toEqual([]);
  });

  test("a refusal of the first attempt to send ends it, and no other window sends it again", async () => {
    sendAnswer = refusal("IMPACT_EXCEEDED");
    records.set("signature-1", record());
    const other = openTab();
    await other.tracker.setAccount(ACCOUNT);
    const { state, ends, tracker } = await sendOne();
    expect([state(), ends, records.size]).toEqual(["refused", ["refused"], 0]);
    expect(tracker.tracked().some(isUndecided)).toBe(false);
    const before = sent.length;
    sendAnswer = ok({});
    await clock.advance(60_000);
    expect([sent.length, other.tracker.tracked()]).toEqual([before, []]);
  });

  test.each([
    ["was accepted before", ok({})],
    ["got no answer before", none],
  ])("a refusal of what %s ends nothing", async (_name, first) => {
    sendAnswer = first;
    const { state, tracker } = await sendOne();
    sendAnswer = refusal("QUOTE_EXPIRED");
    await clock.advance(60_000);
    expect(state()).toBe("unknown");
    expect(tracker.tracked().some(isUndecided)).toBe(true);
  });

  test("the next page ignores a refusal, because the closed page may have sent the transaction", async () => {
    sendAnswer = none;
    const first = await sendOne();
    void first.tracker.setAccount(undefined);
    sendAnswer = refusal("QUOTE_EXPIRED");
    const next = openTab();
    await next.tracker.setAccount(ACCOUNT);
    await clock.advance(60_000);
    expect(next.state()).toBe("unknown");
  });
});
