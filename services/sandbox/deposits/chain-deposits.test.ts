/** Deposits through a real chain; the venue's side is what custody would credit. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createKeyPairSignerFromPrivateKeyBytes } from "@solana/kit";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ChainReads } from "#lib/kernel/chain-client/chain-reads.ts";
import { createLogger } from "#lib/kernel/log/log.ts";
import { GENESIS_HASH, USDC_MINT } from "#lib/protocol/solana.ts";
import { hasVm, removeFolder, startTestChain } from "#services/chain/testing/chain.testing.ts";
import { deriveVault } from "#services/custody/vault/vault-address.ts";
import { attributePayment } from "#services/custody/vault/vault-entry.ts";
import { VaultHistory } from "#services/custody/vault/vault-history.ts";
import { TransactionSender } from "#services/sandbox/chain/transaction-sender.ts";
import { Treasury } from "#services/sandbox/chain/treasury.ts";
import type { Transfer } from "#services/sandbox/venue/deposits.ts";
import { VenueError } from "#services/sandbox/venue/http.ts";
import { walletOfRole } from "#services/sandbox/venue/roles.ts";
import { ChainDeposits } from "./chain-deposits.ts";
import { coverOldDeposits } from "./opening-balance.ts";

const SEED = Buffer.alloc(32, 5);
const key = (name: string) => walletOfRole("deposits", name).address;
const AUTHORITY = key("authority");
const log = createLogger("sandbox", "silent");

describe.skipIf(!hasVm)("into the vault,", () => {
  const folder = mkdtempSync(join(tmpdir(), "deposits-"));
  let chain: Awaited<ReturnType<typeof startTestChain>>;
  let reads: ChainReads;
  let history: VaultHistory;
  let sender: TransactionSender;
  let treasury: Treasury;
  beforeAll(async () => {
    const { address } = await createKeyPairSignerFromPrivateKeyBytes(SEED);
    const signers = [key("one"), key("two"), key("three")];
    chain = await startTestChain({
      begin: { treasury: address, vault: { authority: AUTHORITY, signers }, finalSlots: 3 },
    });
    reads = new ChainReads(chain.url);
    expect(await reads.genesisHash()).toBe(GENESIS_HASH.simulated);
    history = new VaultHistory(reads, await deriveVault(AUTHORITY, USDC_MINT), Date.now);
    sender = new TransactionSender(chain.url);
    treasury = await Treasury.open(SEED, sender);
  });
  afterAll(async () => {
    sender.close();
    reads.close();
    await chain.stop();
    removeFolder(chain.folder);
    rmSync(folder, { recursive: true, force: true });
  });

  /** What custody would have credited by now. */
  const entries = async () => {
    await history.update();
    return [...history.entries()].map((entry) => ({ ...entry, owner: attributePayment(entry) }));
  };
  const credited = async (account: string, reference: string): Promise<Transfer | undefined> => {
    const found = (await entries()).find(
      ({ signature, owner }) =>
        reference === `solana:${signature}` && "account" in owner && owner.account === account,
    );
    return found && ({ account, reference, amount: String(found.amount) } as Transfer);
  };
  const depositsOf = (more: Partial<ConstructorParameters<typeof ChainDeposits>[0]> = {}) =>
    new ChainDeposits({
      treasury,
      reader: { findDeposit: credited },
      authority: AUTHORITY,
      ready: Promise.resolve(),
      signal: new AbortController().signal,
      ...more,
    });

  const balance = async () => {
    const { account } = await deriveVault(AUTHORITY, USDC_MINT);
    return (await reads.tokenBalance(account)).amount;
  };
  const cover = (liabilities: string, marker = "marker") =>
    coverOldDeposits({
      sender,
      treasury,
      reader: { liabilities: () => Promise.resolve(liabilities) },
      authority: AUTHORITY,
      marker: join(folder, marker),
      log,
    });

  describe("the opening balance", () => {
    test("covers what the venue owed before, to the whole unit, and is paid once", async () => {
      await cover("250.0000001");
      expect(await balance()).toBe(250_000_001n);
      expect((await entries()).map(({ owner }) => owner.kind)).toEqual(["opening"]);
      await cover("900");
      expect(await balance()).toBe(250_000_001n);
    });

    test("is not paid again by a sandbox whose note of it is lost, because the chain shows it", async () => {
      await cover("900", "another-marker");
      expect(await balance()).toBe(250_000_001n);
    });

    test("is not looked for once it is noted", async () => {
      writeFileSync(join(folder, "noted"), "{}");
      const away = new TransactionSender("http://127.0.0.1:9");
      const reader = { liabilities: () => Promise.reject(new Error("asked")) };
      const parts = { sender: away, treasury, reader, authority: AUTHORITY, log };
      const covered = coverOldDeposits({ ...parts, marker: join(folder, "noted") });
      await expect(covered).resolves.toBeUndefined();
    });
  });

  describe("a deposit", () => {
    test("is a final payment with the account's memo, and is answered when it is credited", async () => {
      const account = key("trader");
      const transfer = await depositsOf().deposit(account, "12.5");
      expect(transfer).toMatchObject({ account, amount: "12500000" });
      const paid = (await entries()).find((one) => transfer.reference?.endsWith(one.signature));
      expect(paid?.memos).toEqual([`svc:deposit:${account}`]);
    });

    test("of the same amount is made as often as it is asked for, also at once", async () => {
      const account = key("busy");
      const deposits = depositsOf();
      const made = await Promise.all(
        Array.from({ length: 10 }, () => deposits.deposit(account, "1")),
      );
      expect(new Set(made.map(({ reference }) => reference)).size).toBe(10);
    });

    test("waits until the vault covers what the venue owed before", async () => {
      const { promise: ready, resolve } = Promise.withResolvers<void>();
      const before = await balance();
      const made = depositsOf({ ready }).deposit(key("early"), "3");
      expect(await Promise.race([made, new Promise((end) => setTimeout(end, 300, "waits"))])).toBe(
        "waits",
      );
      expect(await balance()).toBe(before);
      resolve();
      await made;
      expect(await balance()).toBe(before + 3_000_000n);
    });

    test("that is proved dead is paid again, and one that is not watched any more is not", async () => {
      const account = key("retried");
      let sent = 0;
      const flaky = (state: "dead" | "unwatched") => ({
        transfer: (order: Parameters<Treasury["transfer"]>[0]) => {
          sent += 1;
          if (sent > 1) return treasury.transfer(order);
          const ended = Promise.resolve({ state });
          return Promise.resolve({
            signature: "none",
            ended,
            landed: new Promise<never>(() => {}),
          });
        },
      });
      await depositsOf({ treasury: flaky("dead") }).deposit(account, "1");
      expect(sent).toBe(2);
      sent = 0;
      const unwatched = depositsOf({ treasury: flaky("unwatched") }).deposit(account, "1");
      await expect(unwatched).rejects.toMatchObject({ code: "CHAIN_UNREACHABLE" });
      expect(sent).toBe(1);
    });

    test("whose credit does not come is not known to have failed", async () => {
      const away = new VenueError({ status: 0, code: "VENUE_UNREACHABLE", message: "away" });
      const reader = { findDeposit: () => Promise.reject(away) };
      const late = depositsOf({ reader, patienceMs: 300 }).deposit(key("late"), "1");
      await expect(late).rejects.toMatchObject({ code: "VENUE_TIMEOUT" });
    });

    test("whose credit the venue refuses to show fails with the refusal", async () => {
      const refusal = new VenueError({ status: 403, code: "IP_NOT_ALLOWED", message: "no" });
      const reader = { findDeposit: () => Promise.reject(refusal) };
      await expect(depositsOf({ reader }).deposit(key("refused"), "1")).rejects.toBe(refusal);
    });

    test("of less than the chain can move is refused", async () => {
      const wrong = depositsOf().deposit(key("small"), "0.0000001");
      await expect(wrong).rejects.toMatchObject({ code: "INVALID_DECIMAL" });
    });
  });
});
