/** What wallets and explorers call, answered in the shapes of a real node (https://solana.com/docs/rpc). */
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { SYSTEM_PROGRAM, TOKEN_PROGRAM } from "#lib/protocol/solana/programs.ts";
import { USDC_MINT } from "#lib/protocol/solana.ts";
import { hasVm, removeFolder, startTestChain } from "#services/chain/testing/chain.testing.ts";

const WALLET = "9dVoKCQjWfy9cRZN81ApLHzhTbLWydhu9nQov1yHd7XQ";
const MINT_BYTES = 82;

describe.skipIf(!hasVm)("a node", () => {
  let chain: Awaited<ReturnType<typeof startTestChain>>;
  let signature = "";

  beforeAll(async () => {
    chain = await startTestChain();
    signature = String(await call("requestAirdrop", WALLET, 3_000_000_000));
    await vi.waitFor(async () =>
      expect(await call("getSignatureStatuses", [signature])).toMatchObject({
        value: [{ confirmationStatus: "finalized" }],
      }),
    );
  });
  afterAll(async () => {
    await chain.stop();
    removeFolder(chain.folder);
  });

  async function call(method: string, ...params: unknown[]): Promise<unknown> {
    const answer = await fetch(chain.url, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
    });
    const { result, error } = (await answer.json()) as { result?: unknown; error?: unknown };
    if (error !== undefined) throw new Error(`${method}: ${JSON.stringify(error)}`);
    return result;
  }

  const slotOf = async () => Number(await call("getSlot"));

  test("lists the accounts of a program by size and by bytes, with their slot on request", async () => {
    const mints = (await call("getProgramAccounts", TOKEN_PROGRAM, {
      encoding: "jsonParsed",
      filters: [{ dataSize: MINT_BYTES }],
    })) as { pubkey: string; account: { data: { parsed: { type: string } } } }[];
    expect(mints.map(({ pubkey }) => pubkey)).toContain(USDC_MINT);
    expect(new Set(mints.map(({ account }) => account.data.parsed.type))).toEqual(
      new Set(["mint"]),
    );
    const holders = await call("getProgramAccounts", TOKEN_PROGRAM, {
      encoding: "base64",
      dataSlice: { offset: 0, length: 0 },
      withContext: true,
      filters: [{ dataSize: 165 }, { memcmp: { offset: 0, bytes: USDC_MINT } }],
    });
    expect(holders).toMatchObject({ context: { slot: expect.any(Number) } });
    const { value } = holders as { value: { account: { data: unknown } }[] };
    expect(value.length).toBeGreaterThan(0);
    expect(value[0]?.account.data).toEqual(["", "base64"]);
    const wallets = (await call("getProgramAccounts", SYSTEM_PROGRAM, { encoding: "base64" })) as {
      pubkey: string;
    }[];
    expect(wallets.map(({ pubkey }) => pubkey)).toContain(WALLET);
  });

  test.each([
    [[{ memcmp: { offset: 0, bytes: "0OIl" } }]],
    [[{ memcmp: { offset: 0, bytes: "1".repeat(129) } }]],
    [Array.from({ length: 5 }, () => ({ dataSize: 1 }))],
  ])("refuses filters that cannot be compared: %j", async (filters) => {
    await expect(call("getProgramAccounts", TOKEN_PROGRAM, { filters })).rejects.toThrow("-32602");
  });

  test("knows what wallets hold, and who holds most", async () => {
    const supply = (await call("getSupply")) as { value: { total: number } };
    expect(supply.value.total).toBeGreaterThan(3_000_000_000);
    const { value } = (await call("getLargestAccounts")) as { value: { lamports: number }[] };
    expect(value.length).toBeGreaterThan(1);
    expect(value).toEqual(value.toSorted((one, other) => other.lamports - one.lamports));
    expect(await call("getLargestAccounts", { filter: "nonCirculating" })).toMatchObject({
      value: [],
    });
  });

  test("counts blocks and transactions", async () => {
    const slot = await slotOf();
    expect(await call("getBlocks", slot - 3, slot)).toEqual([slot - 3, slot - 2, slot - 1, slot]);
    expect(await call("getBlocksWithLimit", slot - 3, 2)).toEqual([slot - 3, slot - 2]);
    expect(await call("getTransactionCount")).toBeGreaterThan(0);
    expect(await call("getRecentPerformanceSamples", 2)).toEqual(expect.any(Array));
    await expect(call("getBlocks", 0, 10, { commitment: "processed" })).rejects.toThrow("-32602");
    const { value } = (await call("getBlockProduction", {
      range: { firstSlot: slot - 3, lastSlot: slot },
    })) as { value: { byIdentity: Record<string, number[]> } };
    expect(Object.values(value.byIdentity)).toEqual([[4, 4]]);
  });

  test("is the only one: it leads every slot, and nobody votes", async () => {
    const { identity } = (await call("getIdentity")) as { identity: string };
    expect(await call("getSlotLeader")).toBe(identity);
    expect(await call("getSlotLeaders", 0, 3)).toEqual([identity, identity, identity]);
    expect(await call("getClusterNodes")).toMatchObject([{ pubkey: identity }]);
    expect(await call("getVoteAccounts")).toEqual({ current: [], delinquent: [] });
    const schedule = (await call("getLeaderSchedule")) as Record<string, number[]>;
    expect(schedule[identity]?.slice(0, 3)).toEqual([0, 1, 2]);
    expect(await call("getLeaderSchedule", 10 ** 9)).toBeNull();
    expect(await call("getBlockCommitment", 1)).toEqual({ commitment: null, totalStake: 0 });
  });

  test.each([
    ["getEpochSchedule", [], { slotsPerEpoch: 432_000, warmup: false }],
    ["getInflationGovernor", [], { initial: 0, terminal: 0 }],
    ["getInflationRate", [], { total: 0, epoch: 0 }],
    ["getInflationReward", [[WALLET], { epoch: 1 }], [null]],
    ["getStakeMinimumDelegation", [], { value: 1_000_000_000 }],
    ["getHighestSnapshotSlot", [], { full: 0, incremental: null }],
    ["getTokenAccountsByDelegate", [WALLET, { programId: TOKEN_PROGRAM }], { value: [] }],
    ["getTokenAccountsByDelegate", [WALLET, { mint: USDC_MINT }], { value: [] }],
    ["getRecentBlockhash", [], { value: { feeCalculator: { lamportsPerSignature: 5_000 } } }],
    ["getFees", [], { value: { feeCalculator: { lamportsPerSignature: 5_000 } } }],
  ])("answers %s with %j", async (method, params, answer) => {
    expect(await call(method, ...params)).toMatchObject(answer as object);
  });

  test("answers under the names that clients used before", async () => {
    const config = { maxSupportedTransactionVersion: 0 };
    expect(await call("getConfirmedSignaturesForAddress2", WALLET)).toMatchObject([{ signature }]);
    expect(await call("getConfirmedTransaction", signature, config)).toMatchObject({
      slot: expect.any(Number),
    });
    expect(await call("getMaxShredInsertSlot")).toEqual(expect.any(Number));
    expect(await call("getMaxRetransmitSlot")).toEqual(expect.any(Number));
  });

  test("refuses a method that it does not have with a node's code", async () => {
    await expect(call("getFortune")).rejects.toThrow("-32601");
  });

  test("accepts calls from pages of explorers and wallets; its metrics stay for programs", async () => {
    const origin = { origin: "https://explorer.example" };
    const asked = await fetch(chain.url, { method: "OPTIONS", headers: origin });
    expect([asked.status, asked.headers.get("access-control-allow-origin")]).toEqual([204, "*"]);
    expect(asked.headers.get("access-control-allow-headers")).toContain("content-type");
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "getSlot" });
    const headers = { ...origin, "content-type": "application/json" };
    const answer = await fetch(chain.url, { method: "POST", headers, body });
    expect(answer.headers.get("access-control-allow-origin")).toBe("*");
    const metrics = await fetch(`${chain.url}/metrics`, { headers: origin });
    expect(metrics.headers.get("access-control-allow-origin")).toBeNull();
  });
});
