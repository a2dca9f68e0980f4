/** A transaction is sent again until it is final, and given up only when it is proved dead. */
import { createKeyPairSignerFromPrivateKeyBytes, type KeyPairSigner } from "@solana/kit";
import { getTransferSolInstruction } from "@solana-program/system";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { hasVm, removeFolder, startTestChain } from "#services/chain/testing/chain.testing.ts";
import { walletOfRole } from "#services/sandbox/venue/roles.ts";
import { rawNode } from "./archive/raw-node.ts";
import { TransactionRefused, TransactionSender } from "./transaction-sender.ts";

const SEED = Buffer.alloc(32, 3);

describe.skipIf(!hasVm)("a transaction", () => {
  let chain: Awaited<ReturnType<typeof startTestChain>>;
  let signer: KeyPairSigner;
  let sender: TransactionSender;
  /** While it is set, no slot of the chain ends. */
  let stopped: number | undefined;
  let aheadMs = 0;
  beforeAll(async () => {
    signer = await createKeyPairSignerFromPrivateKeyBytes(SEED);
    chain = await startTestChain({
      clock: { now: () => stopped ?? Date.now() + aheadMs },
      begin: { treasury: signer.address, finalSlots: 3, slotMs: 20 },
    });
    sender = new TransactionSender(chain.url);
  });
  afterAll(async () => {
    sender.close();
    await chain.stop();
    removeFolder(chain.folder);
  });

  const call = async (method: string, params: unknown[]) => {
    const request = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
    return JSON.parse(await rawNode(chain.url).ask(request)) as { result: unknown };
  };
  const faults = (wanted: object) => call("testFaults", [wanted]);
  afterEach(() => faults({ drops: 0 }));
  let wallets = 0;
  const transfer = (amount: bigint, source = signer) => {
    const { address } = walletOfRole("sender", String(++wallets));
    return getTransferSolInstruction({
      source,
      destination: address as KeyPairSigner["address"],
      amount,
    });
  };

  test("lands, and is final later", async () => {
    const sent = await sender.send(signer, [transfer(1_000_000n)]);
    const landed = await sent.landed;
    expect(landed).toMatchObject({ error: null });
    expect(await sent.ended).toEqual({ state: "final", ...landed });
  });

  test("that the node drops is sent again, and has its effect once", async () => {
    await faults({ drops: 1 });
    const instruction = transfer(2_000_000n);
    const sent = await sender.send(signer, [instruction]);
    expect(await sent.ended).toMatchObject({ state: "final", error: null });
    const { address } = instruction.accounts[1];
    const balance = await sender.rpc.getBalance(address, { commitment: "finalized" }).send();
    expect(balance.value).toBe(2_000_000n);
  });

  test("that a fork drops is sent again", async () => {
    stopped = Date.now();
    const sent = await sender.send(signer, [transfer(3_000_000n)]);
    await sent.landed;
    expect((await call("testRollBack", [0])).result).toContain(sent.signature);
    stopped = undefined;
    expect(await sent.ended).toMatchObject({ state: "final", error: null });
  });

  test("that the node never keeps is dead when its blockhash has passed, and not before", async () => {
    await faults({ drops: 1_000 });
    const passed = () => sender.rpc.getBlockHeight({ commitment: "finalized" }).send();
    // Before the blockhash is read, however fast slots pass.
    const first = await passed();
    const sent = await sender.send(signer, [transfer(4_000_000n)]);
    await expect(sent.landed).rejects.toThrow("is in no block");
    expect(await sent.ended).toEqual({ state: "dead" });
    expect(Number(await passed())).toBeGreaterThan(Number(first) + 149);
  });

  test("that cannot pay is refused before it is sent", async () => {
    const sent = sender.send(signer, [transfer(2_000_000_000_000_000n)]);
    await expect(sent).rejects.toThrow(TransactionRefused);
  });

  test("that is to land although it fails has its error", async () => {
    const instruction = transfer(2_000_000_000_000_000n);
    const sent = await sender.send(signer, [instruction], { skipsPreflight: true });
    expect((await sent.landed).error).toEqual({ InstructionError: [0n, { Custom: 1n }] });
    expect(await sent.ended).toMatchObject({ state: "final" });
  });

  test("that is signed after its blockhash has passed is signed again", async () => {
    let signings = 0;
    const late: KeyPairSigner = {
      ...signer,
      signTransactions: async (...given) => {
        signings += 1;
        if (signings === 1) await pass();
        return signer.signTransactions(...given);
      },
    };
    const pass = async () => {
      const { value: life } = await sender.rpc
        .getLatestBlockhash({ commitment: "processed" })
        .send();
      aheadMs += 60_000;
      const height = () => sender.rpc.getBlockHeight({ commitment: "confirmed" }).send();
      await expect.poll(height).toBeGreaterThan(life.lastValidBlockHeight);
    };
    const sent = await sender.send(late, [transfer(5_000_000n, late)]);
    expect(await sent.ended).toMatchObject({ state: "final", error: null });
    expect(signings).toBe(2);
  });

  test("is not sent while the chain is away", async () => {
    const away = new TransactionSender("http://127.0.0.1:9");
    await expect(away.send(signer, [transfer(1n)])).rejects.not.toThrow(TransactionRefused);
    away.close();
  });
});
