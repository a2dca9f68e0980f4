/** Reads of accounts, over a node that answers within the limits of the app. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { MAX_READ_ADDRESSES, MAX_READ_BYTES } from "#lib/protocol/solana/chain-reads.ts";
import { readAccounts, readStatus, readWholeAccounts, simulateTransaction } from "./chain-calls.ts";

type Account = { data: Uint8Array; executable?: boolean; space?: number | undefined };
type Slice = { offset: number; length: number };

const accounts = new Map<string, Account>();
let calls: { keys: string[]; dataSlice: Slice }[] = [];

/**
 * Bytes that differ from their neighbours and from the bytes at the same offset in the next piece.
 */
const bytes = (length: number) => Uint8Array.from({ length }, (_, index) => (index * 7) % 251);

beforeEach(() => {
  accounts.clear();
  calls = [];
  vi.stubGlobal("fetch", async (_url: string, { body }: { body: string }) => {
    const { params } = JSON.parse(body) as { params: [string[], { dataSlice: Slice }] };
    const [keys, { dataSlice }] = params;
    calls.push({ keys, dataSlice });
    const value = keys.map((key) => answerOf(accounts.get(key), dataSlice));
    return Response.json({ jsonrpc: "2.0", id: 1, result: { context: { slot: 1 }, value } });
  });
});
afterEach(() => vi.unstubAllGlobals());

function answerOf(account: Account | undefined, { offset, length }: Slice) {
  if (account === undefined) return null;
  const { data, executable = false } = account;
  const part = Buffer.from(data.subarray(offset, offset + length)).toString("base64");
  const space = "space" in account ? account.space : data.length;
  return { lamports: 1, owner: "program", executable, space, data: [part, "base64"] };
}

async function dataOf(read: ReturnType<typeof readAccounts>) {
  const answer = await read;
  return answer.ok ? answer.body.map((account) => account?.data) : answer;
}

test("a hundred token accounts are read in lists that the app passes on, each address once", async () => {
  const keys = Array.from({ length: 100 }, (_, index) => `account-${index}`);
  for (const key of keys) accounts.set(key, { data: bytes(165) });
  const requested = [...keys, "account-3", "none"];
  const found = await dataOf(readAccounts(requested));
  expect(found).toEqual([...keys.map(() => bytes(165)), bytes(165), undefined]);
  expect(calls.flatMap((call) => call.keys)).toHaveLength(101);
  for (const call of calls) {
    expect(call.keys.length).toBeLessThanOrEqual(MAX_READ_ADDRESSES);
    expect(call.keys.length * call.dataSlice.length).toBeLessThanOrEqual(MAX_READ_BYTES);
  }
});

test("a longer account is not taken for a token account", async () => {
  accounts.set("long", { data: bytes(200) });
  expect(await dataOf(readAccounts(["long"]))).toEqual([bytes(166)]);
});

test("whole accounts are put together from pieces, programs are not", async () => {
  const lengths = { a: 10, table: 8_248, edge: 819, next: 820, ticks: 40_000 };
  for (const [key, length] of Object.entries(lengths)) accounts.set(key, { data: bytes(length) });
  accounts.set("program", { data: bytes(3_000_000), executable: true });
  const keys = [...Object.keys(lengths), "program", "none", "table"];
  const found = await dataOf(readWholeAccounts(keys));
  expect(found).toEqual([
    ...Object.values(lengths).map(bytes),
    bytes(819),
    undefined,
    bytes(lengths.table),
  ]);
  for (const call of calls)
    expect(call.keys.length * call.dataSlice.length).toBeLessThanOrEqual(MAX_READ_BYTES);
});

test.each([
  ["of a megabyte", { data: bytes(1_000_000) }],
  ["of a length that the node does not say", { data: bytes(5_000), space: undefined }],
])("an account %s is not read in part", async (_, account) => {
  accounts.set("large", account);
  expect(await readWholeAccounts(["large"])).toMatchObject({
    ok: false,
    code: "CHAIN_UNREACHABLE",
  });
  expect(calls).toHaveLength(1);
});

test.each([
  ["a simulation without a verdict", () => simulateTransaction("", []), { unitsConsumed: 1 }],
  [
    "a simulation with fewer accounts",
    () => simulateTransaction("", ["a"]),
    { err: null, accounts: [] },
  ],
  ["a status without a verdict", () => readStatus("a"), [{ confirmationStatus: "finalized" }]],
  ["a status of an unknown level", () => readStatus("a"), [{ confirmationStatus: "", err: null }]],
  ["statuses that are no list", () => readStatus("a"), { 0: null }],
])("%s cannot be read", async (_, read, value) => {
  vi.stubGlobal("fetch", async () =>
    Response.json({ jsonrpc: "2.0", id: 1, result: { context: { slot: 1 }, value } }),
  );
  expect(await read()).toMatchObject({ ok: false, code: "CHAIN_UNREACHABLE" });
});
