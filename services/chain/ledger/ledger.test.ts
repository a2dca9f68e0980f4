/** The chain's slots, disk and forks, with a clock that the test moves. */
import {
  appendFileSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type AccountMeta,
  AccountRole,
  type AccountSignerMeta,
  address,
  appendTransactionMessageInstruction,
  blockhash,
  createTransactionMessage,
  getAddressEncoder,
  getBase64EncodedWireTransaction,
  getProgramDerivedAddress,
  getU64Encoder,
  pipe,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
} from "@solana/kit";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { SYSTEM_PROGRAM } from "#lib/protocol/solana/programs.ts";
import { GENESIS_HASH } from "#lib/protocol/solana.ts";
import { BASE_PRICES } from "#services/chain/genesis/build-genesis.ts";
import { type Chain, openChain } from "#services/chain/open-chain.ts";
import { Airdrop } from "#services/chain/rpc/airdrop.ts";
import { hasVm } from "#services/chain/testing/chain.testing.ts";
import { LOOKUP_TABLE_PROGRAM } from "#services/chain/vm/lookup-table.ts";
import { parseTransaction, type ReceivedTransaction } from "#services/chain/vm/wire-transaction.ts";
import { VALID_SLOTS } from "./blockhashes.ts";

const SLOT_MS = 400;
const START = Date.UTC(2026, 2, 1, 12);
const WALLET = "9dVoKCQjWfy9cRZN81ApLHzhTbLWydhu9nQov1yHd7XQ";

describe.skipIf(!hasVm)("a ledger", () => {
  let folder = "";
  let now = START;
  const warnings: string[] = [];
  let opened: Chain[] = [];

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "ledger-"));
    now = START;
    warnings.length = 0;
  });
  afterEach(async () => {
    for (const chain of opened) await chain.close().catch(() => {});
    opened = [];
    rmSync(folder, { recursive: true, force: true });
  });

  async function open(): Promise<Chain> {
    const chain = await openChain({
      folder,
      genesisHash: GENESIS_HASH.simulated,
      clock: { now: () => now },
      log: {
        info: () => {},
        fatal: () => {},
        warn: (...texts: unknown[]) => void warnings.push(texts.map(String).join(" ")),
      },
      begin: {
        slotMs: SLOT_MS,
        finalSlots: 5,
        treasury: undefined,
        vault: null,
        prices: () => Promise.resolve(BASE_PRICES),
      },
    });
    opened.push(chain);
    return chain;
  }

  /** Leaves the files as a kill does: nothing is flushed, and all files are closed. */
  function abandon(chain: Chain): void {
    chain.history.close();
    opened = opened.filter((one) => one !== chain);
  }

  const pass = async ({ ledger }: Chain, slots: number): Promise<void> => {
    now += slots * SLOT_MS;
    ledger.tick();
    await ledger.settled();
  };

  const transfer = (chain: Chain, lamports = 1_000_000n) =>
    new Airdrop(chain.faucet).transaction(
      WALLET,
      lamports,
      chain.ledger.blockhashAt(chain.ledger.slot("confirmed")),
    );

  async function land(
    chain: Chain,
    lamports?: bigint,
  ): Promise<{ signature: string; slot: number }> {
    const result = chain.ledger.submit(await transfer(chain, lamports), { preflight: true });
    if ("refused" in result) throw new Error(JSON.stringify(result.refused.error));
    return result.landed;
  }

  const balance = ({ ledger }: Chain, commitment: "processed" | "confirmed" | "finalized") =>
    ledger.account(WALLET, ledger.slot(commitment))?.lamports ?? 0n;

  test("shows a transaction at each commitment when its slot has reached it", async () => {
    const chain = await open();
    await pass(chain, 1);
    const { slot } = await land(chain);
    const seen = () =>
      (["processed", "confirmed", "finalized"] as const).map((at) => balance(chain, at));
    expect(seen()).toEqual([1_000_000n, 0n, 0n]);
    await pass(chain, 1);
    expect(chain.ledger.slot("confirmed")).toBe(slot);
    expect(seen()).toEqual([1_000_000n, 1_000_000n, 0n]);
    await pass(chain, 4);
    expect(seen()[2]).toBe(0n);
    await pass(chain, 1);
    expect(seen()[2]).toBe(1_000_000n);
  });

  test("keeps confirmed transactions over a kill, and drops processed ones", async () => {
    const chain = await open();
    await pass(chain, 1);
    const durable = await land(chain, 2_000_000n);
    await pass(chain, 1);
    const lost = await land(chain, 3_000_000n);
    abandon(chain);
    const again = await open();
    expect(again.ledger.recent(durable.signature)).toMatchObject({
      slot: durable.slot,
      error: null,
    });
    expect(again.history.transaction(durable.signature)?.slot).toBe(durable.slot);
    expect(again.ledger.recent(lost.signature)).toBeUndefined();
    expect(balance(again, "confirmed")).toBe(2_000_000n);
  });

  /** Makes an address table of the faucet, which names a recent slot. */
  async function tableTransaction({ faucet, ledger }: Chain): Promise<ReceivedTransaction> {
    const slot = BigInt(ledger.slot("confirmed"));
    const program = address(LOOKUP_TABLE_PROGRAM);
    const [table, bump] = await getProgramDerivedAddress({
      programAddress: program,
      seeds: [getAddressEncoder().encode(faucet.address), getU64Encoder().encode(slot)],
    });
    const data = new Uint8Array(13);
    new DataView(data.buffer).setBigUint64(4, slot, true);
    data[12] = bump;
    const accounts: (AccountMeta | AccountSignerMeta)[] = [
      { address: table, role: AccountRole.WRITABLE },
      { address: faucet.address, role: AccountRole.READONLY_SIGNER, signer: faucet },
      { address: faucet.address, role: AccountRole.WRITABLE_SIGNER, signer: faucet },
      { address: address(SYSTEM_PROGRAM), role: AccountRole.READONLY },
    ];
    const life = ledger.blockhashAt(Number(slot));
    const message = pipe(
      createTransactionMessage({ version: 0 }),
      (made) => setTransactionMessageFeePayerSigner(faucet, made),
      (made) =>
        setTransactionMessageLifetimeUsingBlockhash(
          {
            blockhash: blockhash(life.blockhash),
            lastValidBlockHeight: BigInt(life.lastValidBlockHeight),
          },
          made,
        ),
      (made) =>
        appendTransactionMessageInstruction({ programAddress: program, accounts, data }, made),
    );
    const signed = await signTransactionMessageWithSigners(message);
    return parseTransaction(Buffer.from(getBase64EncodedWireTransaction(signed), "base64"));
  }

  test("shows programs the hashes of recent slots, and a replay shows the same", async () => {
    const chain = await open();
    await pass(chain, 200);
    await land(chain);
    await pass(chain, 20);
    const made = chain.ledger.submit(await tableTransaction(chain), { preflight: true });
    if ("refused" in made) throw new Error(JSON.stringify(made.refused.error));
    await pass(chain, 2);
    const hash = chain.ledger.hashOf(made.landed.slot);
    abandon(chain);
    rmSync(join(folder, "history.sqlite"), { force: true });
    const again = await open();
    expect(again.ledger.hashOf(made.landed.slot)).toBe(hash);
    expect(again.history.transaction(made.landed.signature)?.error).toBeNull();
  });

  test("a chain of an earlier version replays without them, and shows them from its next slot on", async () => {
    const chain = await open();
    await pass(chain, 10);
    rmSync(join(folder, "features.json"));
    abandon(chain);
    const again = await open();
    const features = JSON.parse(readFileSync(join(folder, "features.json"), "utf8")) as unknown;
    expect(features).toEqual({ slot_hashes_from: 11 });
    await pass(again, 2);
    const made = again.ledger.submit(await tableTransaction(again), { preflight: true });
    expect("landed" in made).toBe(true);
  });

  test("keeps a block that closes while the one before is being written", async () => {
    const chain = await open();
    await pass(chain, 1);
    for (let count = 0; count < 5; count += 1) {
      await land(chain, 1_000_000n + BigInt(count));
      now += SLOT_MS;
      chain.ledger.tick();
    }
    await pass(chain, 1);
    abandon(chain);
    expect(balance(await open(), "confirmed")).toBe(5_000_010n);
  });

  test("gives the same hashes after a restart, with and without a snapshot and a history", async () => {
    const chain = await open();
    for (let count = 0; count < 4; count += 1) {
      await pass(chain, 1);
      await land(chain);
    }
    await pass(chain, 3);
    const last = chain.ledger.slot("confirmed");
    const hashes = (one: Chain) =>
      Array.from({ length: last + 1 }, (_, slot) => one.ledger.hashOf(slot));
    const before = hashes(chain);
    await chain.close();
    opened = [];
    const again = await open();
    expect(hashes(again)).toEqual(before);
    await again.close();
    opened = [];
    for (const name of [
      "history.sqlite",
      "history.sqlite-wal",
      "history.sqlite-shm",
      "snapshots",
    ]) {
      rmSync(join(folder, name), { recursive: true, force: true });
    }
    const rebuilt = await open();
    expect(hashes(rebuilt)).toEqual(before);
    expect(balance(rebuilt, "confirmed")).toBe(4_000_000n);
    expect(rebuilt.history.count()).toBe(4);
  });

  test("cuts off a block that a kill left unfinished", async () => {
    const chain = await open();
    await pass(chain, 1);
    await land(chain);
    await pass(chain, 1);
    abandon(chain);
    const path = join(folder, "slots.log");
    const whole = readFileSync(path);
    appendFileSync(path, whole.subarray(0, whole.length - 20));
    const again = await open();
    expect(balance(again, "confirmed")).toBe(1_000_000n);
    expect(readFileSync(path)).toEqual(whole);
  });

  test("refuses a log that is damaged elsewhere, and names file and byte", async () => {
    const chain = await open();
    for (let count = 0; count < 2; count += 1) {
      await pass(chain, 1);
      await land(chain);
    }
    await pass(chain, 1);
    abandon(chain);
    const path = join(folder, "slots.log");
    const bytes = readFileSync(path);
    bytes[60] = (bytes[60] ?? 0) ^ 1;
    writeFileSync(path, bytes);
    rmSync(join(folder, "history.sqlite"));
    await expect(open()).rejects.toThrow(/slots\.log at byte 0: the block is damaged/);
    expect(readFileSync(path)).toEqual(bytes);
  });

  test("refuses a log in which a block is missing", async () => {
    const chain = await open();
    const ends: number[] = [];
    for (let count = 0; count < 3; count += 1) {
      await pass(chain, 1);
      await land(chain);
      await pass(chain, 1);
      ends.push(readFileSync(join(folder, "slots.log")).length);
    }
    abandon(chain);
    const path = join(folder, "slots.log");
    const bytes = readFileSync(path);
    writeFileSync(path, Buffer.concat([bytes.subarray(0, ends[0]), bytes.subarray(ends[1])]));
    rmSync(join(folder, "history.sqlite"));
    await expect(open()).rejects.toThrow(/gives another result than when it was made/);
  });

  test("refuses to continue when the log ends before confirmed blocks", async () => {
    const chain = await open();
    await pass(chain, 1);
    await land(chain);
    await pass(chain, 1);
    await chain.close();
    opened = [];
    truncateSync(join(folder, "slots.log"), 0);
    await expect(open()).rejects.toThrow(/ends before block/);
  });

  test("takes the same bytes once, during the life of their blockhash and after it", async () => {
    const chain = await open();
    await pass(chain, 1);
    const wire = await transfer(chain);
    expect(chain.ledger.submit(wire, { preflight: true })).toHaveProperty("landed");
    const again = () => chain.ledger.submit(wire, { preflight: true });
    expect(again()).toMatchObject({ refused: { error: "AlreadyProcessed" } });
    await pass(chain, 3);
    abandon(chain);
    const restarted = await open();
    expect(restarted.ledger.submit(wire, { preflight: true })).toMatchObject({
      refused: { error: "AlreadyProcessed" },
    });
    await pass(restarted, VALID_SLOTS + 1);
    expect(restarted.ledger.submit(wire, { preflight: true })).toMatchObject({
      refused: { error: "BlockhashNotFound" },
    });
    expect(balance(restarted, "processed")).toBe(1_000_000n);
  });

  test("refuses a transaction with extra bytes at its end, which the VM would run again", async () => {
    const chain = await open();
    await pass(chain, 1);
    const wire = await transfer(chain);
    expect(chain.ledger.submit(wire, { preflight: true })).toHaveProperty("landed");
    expect(() => parseTransaction(Buffer.concat([wire.bytes, Buffer.of(0)]))).toThrow(
      /bytes behind/,
    );
    const forged = { ...wire, bytes: Buffer.concat([wire.bytes, Buffer.of(0)]) };
    expect(chain.ledger.submit(forged, { preflight: true })).toMatchObject({
      refused: { error: "AlreadyProcessed" },
    });
  });

  test("accepts a blockhash for 150 slots, and not for one more", async () => {
    const chain = await open();
    await pass(chain, 1);
    const wire = await transfer(chain);
    const other = await transfer(chain);
    const { lastValidBlockHeight } = chain.ledger.blockhashAt(chain.ledger.slot("confirmed"));
    await pass(chain, lastValidBlockHeight - chain.ledger.slot("processed"));
    expect(chain.ledger.slot("processed")).toBe(lastValidBlockHeight);
    expect(chain.ledger.submit(wire, { preflight: true })).toHaveProperty("landed");
    await pass(chain, 1);
    expect(chain.ledger.submit(other, { preflight: true })).toMatchObject({
      refused: { error: "BlockhashNotFound" },
    });
  });

  test("a fork takes transactions back, and they may land again", async () => {
    const chain = await open();
    await pass(chain, 2);
    const first = await land(chain, 1_000_000n);
    await pass(chain, 1);
    const wire = await transfer(chain, 5_000_000n);
    expect(chain.ledger.submit(wire, { preflight: true })).toHaveProperty("landed");
    await pass(chain, 1);
    expect(balance(chain, "confirmed")).toBe(6_000_000n);
    const forked = chain.ledger.hashOf(first.slot + 1);
    expect(await chain.ledger.rollBackTo(first.slot)).toEqual([wire.signature]);
    expect(balance(chain, "processed")).toBe(1_000_000n);
    expect(chain.history.transaction(wire.signature)).toBeUndefined();
    expect(chain.ledger.hashOf(first.slot + 1)).not.toBe(forked);
    expect(chain.ledger.submit(wire, { preflight: true })).toHaveProperty("landed");
    await pass(chain, 1);
    abandon(chain);
    const again = await open();
    expect(balance(again, "confirmed")).toBe(6_000_000n);
    expect(again.ledger.recent(first.signature)).toMatchObject({ slot: first.slot });
  });

  test("does not take back what is final", async () => {
    const chain = await open();
    await pass(chain, 10);
    await expect(chain.ledger.rollBackTo(2)).rejects.toThrow(RangeError);
  });

  test("after a sleep, gives no blockhash from before it", async () => {
    const chain = await open();
    await pass(chain, 1);
    now += 3_600_000;
    chain.ledger.tick();
    expect(chain.ledger.slot("confirmed")).toBe(chain.ledger.slot("processed") - 1);
    expect(await land(chain)).toHaveProperty("signature");
  });

  test("a day without transactions costs no record, and old blockhashes end", async () => {
    const chain = await open();
    await pass(chain, 1);
    const { blockhash } = chain.ledger.blockhashAt(chain.ledger.slot("confirmed"));
    await pass(chain, (24 * 3_600_000) / SLOT_MS);
    expect(chain.ledger.isValid(blockhash)).toBe(false);
    expect(readFileSync(join(folder, "slots.log"), "utf8")).toBe("");
    expect(await land(chain)).toMatchObject({ slot: chain.ledger.slot("processed") });
  });
});
