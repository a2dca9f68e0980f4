/** Proofs of reserves with every process of custody running, checked as a person does: by the one file, in an empty folder. */
import { execFile } from "node:child_process";
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { depositMemo } from "#lib/protocol/solana/vault.ts";
import { type PublishedReserves, ReservesClaim } from "#lib/protocol/wire/reserves.ts";
import { hasVm } from "#services/chain/testing/chain.testing.ts";
import type { TestTrader } from "#services/venue/venue.testing.ts";
import { type CustodyStack, OPENING, startCustodyStack } from "./custody-stack.testing.ts";

const USDC = 1_000_000n;
const SOON = { interval: 100 };
const KILLS = 4;
/** Each round starts two processes and waits for finality. */
const ROUNDS_MS = 300_000;

describe.skipIf(!hasVm)("proofs of reserves", () => {
  let stack: CustodyStack;
  let alice: TestTrader;
  let folder: string;
  beforeAll(async () => {
    stack = await startCustodyStack({ venue: { VENUE_RESERVES_SEED: "5e".repeat(32) } });
    alice = await stack.trader("alice");
    folder = mkdtempSync(join(tmpdir(), "verify-"));
    copyFileSync("public/verify-reserves.mjs", join(folder, "verify-reserves.mjs"));
  });
  afterAll(async () => {
    await stack.stop();
    rmSync(folder, { recursive: true });
  });

  const height = async () => (await stack.reader.reserves())?.proof.height ?? 0;
  /** A start of custody makes a proof at once. */
  const nextProof = async (): Promise<PublishedReserves> => {
    const before = await height();
    await stack.kill("custody");
    await stack.start("custody");
    await expect.poll(height, SOON).toBeGreaterThan(before);
    return (await stack.reader.reserves()) as PublishedReserves;
  };
  const claim = async (): Promise<ReservesClaim> =>
    ReservesClaim.parse((await alice.read("/v1/reserves/leaf")).body);
  const verify = async (file: object, ...options: string[]) => {
    writeFileSync(join(folder, "leaf.json"), JSON.stringify(file));
    const args = ["verify-reserves.mjs", "leaf.json", "--rpc", stack.url("chain"), ...options];
    return promisify(execFile)(process.execPath, args, { cwd: folder, encoding: "utf8" }).then(
      ({ stdout }) => stdout,
      (error: { stderr: string }) => error.stderr,
    );
  };

  test("deposits, a reserved withdrawal and what nobody was credited are in the sum that the vault covers", async () => {
    await stack.treasury.deposit(500n * USDC, depositMemo(alice.address));
    await stack.treasury.deposit(2n * USDC, depositMemo("insurance"));
    await stack.treasury.deposit(3n * USDC, "no account");
    await expect.poll(async () => (await stack.proof()).balance, SOON).toBe("505");
    const { proof, anchor } = await nextProof();
    expect(anchor).toMatchObject({ uncredited: "3", vault_balance: "505", network: "simulated" });
    expect(anchor.root.sum).toBe("505");
    expect(proof.sums.find(({ name }) => name === "insurance")?.balance).toBe("2");
    const file = await claim();
    expect(file.leaf).toMatchObject({ balance: "500", positions: "0" });
    const { account: vault } = stack.vault;
    const said = await verify(file, "--account", alice.address, "--vault", vault);
    expect(said).toContain("covered: your leaf is in the sum");
    expect(said).toContain("no other root of this proof");
  });

  test("a file that was changed, and a root that the chain does not state, are found", async () => {
    const file = await claim();
    expect(await verify({ ...file, leaf: { ...file.leaf, balance: "600" } })).toContain("FALSE");
    const earlier = file.anchor.tx_hash;
    const { anchor } = await nextProof();
    expect(anchor.tx_hash).not.toBe(earlier);
    const old = { ...file, anchor: { ...file.anchor, tx_hash: anchor.tx_hash } };
    expect(await verify(old)).toContain("FALSE: the chain states another root");
    // What was saved stays true: the chain keeps every anchor.
    expect(await verify(file)).toContain("covered");
  });

  test("payments wait for an anchor and go on, and the audit finds nothing", async () => {
    const asked = await alice.withdraw("50", Date.now(), OPENING);
    expect(asked.status).toBe(201);
    await nextProof();
    const status = async () => {
      const { results } = await stack.reader.transfers(undefined);
      return results.find((one) => one.kind === "WITHDRAWAL")?.status;
    };
    await expect.poll(status, SOON).toBe("SETTLED");
    const { anchor } = await nextProof();
    expect(anchor).toMatchObject({ vault_balance: "455" });
    expect(anchor.root.sum).toBe("455");
    const audited = await stack.audit();
    expect(audited).toMatchObject({
      findings: [],
      proof: (await stack.reader.reserves())?.proof.height,
    });
  });

  test("a kill of venue or custody at any moment leaves the old proof or a new one, whole", {
    timeout: ROUNDS_MS,
  }, async () => {
    for (let round = 0; round < KILLS; round += 1) {
      const victim = round % 2 === 0 ? "custody" : "venue";
      if (victim === "venue") {
        await stack.kill("custody");
        await stack.start("custody");
      }
      // Reads of the running venue pass the time until a moment that differs from round to round.
      for (let reads = 0; reads < 12 * round; reads += 1) await stack.reader.totals();
      await stack.kill(victim);
      await stack.start(victim);
      expect(await verify(await claim())).toContain("covered");
    }
    await nextProof();
    expect(await verify(await claim())).toContain("covered");
  });
});
