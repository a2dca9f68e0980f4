/** The chain as `@solana/web3.js` 1.x and `@solana/spl-token` see it, as published. */
import {
  createAssociatedTokenAccount,
  createMint,
  createTransferCheckedInstruction,
  getAccount,
  getMint,
  getOrCreateAssociatedTokenAccount,
  mintTo,
  transferChecked,
} from "@solana/spl-token";
import {
  Connection,
  Keypair,
  LAMPORTS_PER_SOL,
  PublicKey,
  SendTransactionError,
  SystemProgram,
  sendAndConfirmTransaction,
  Transaction,
  TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from "@solana/web3.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { MEMO_PROGRAM } from "#lib/protocol/solana/programs.ts";
import { USDC_MINT } from "#lib/protocol/solana.ts";
import { hasVm, removeFolder, startTestChain } from "#services/chain/testing/chain.testing.ts";

describe.skipIf(!hasVm)("@solana/web3.js 1.x with @solana/spl-token", () => {
  let chain: Awaited<ReturnType<typeof startTestChain>>;
  let connection: Connection;
  const payer = Keypair.generate();

  beforeAll(async () => {
    chain = await startTestChain();
    connection = new Connection(chain.url, "confirmed");
    const signature = await connection.requestAirdrop(payer.publicKey, 10 * LAMPORTS_PER_SOL);
    const life = await connection.getLatestBlockhash();
    await connection.confirmTransaction({ signature, ...life }, "finalized");
  });
  afterAll(async () => {
    // The library connects again for ever, and has no public way to end that.
    const { _rpcWebSocket: socket } = connection as unknown as {
      _rpcWebSocket: { close: (code: number) => void };
    };
    socket.close(1_000);
    await chain.stop();
    removeFolder(chain.folder);
  });

  test("an airdrop arrives", async () => {
    expect(await connection.getBalance(payer.publicKey, "finalized")).toBe(10 * LAMPORTS_PER_SOL);
  });

  test("a transfer is confirmed to finalized by the WebSocket", async () => {
    const to = Keypair.generate().publicKey;
    const transfer = new Transaction().add(
      SystemProgram.transfer({ fromPubkey: payer.publicKey, toPubkey: to, lamports: 5_000_000 }),
    );
    const signature = await sendAndConfirmTransaction(connection, transfer, [payer], {
      commitment: "finalized",
    });
    expect(await connection.getBalance(to, "finalized")).toBe(5_000_000);
    const { value } = await connection.getSignatureStatus(signature);
    expect(value).toMatchObject({
      confirmationStatus: "finalized",
      confirmations: null,
      err: null,
    });
    const found = await connection.getTransaction(signature, {
      commitment: "finalized",
      maxSupportedTransactionVersion: 0,
    });
    expect(found?.meta).toMatchObject({ err: null, fee: 5_000, computeUnitsConsumed: 150 });
    const { preBalances, postBalances } = found?.meta ?? { preBalances: [], postBalances: [] };
    expect((preBalances[0] ?? 0) - (postBalances[0] ?? 0)).toBe(5_005_000);
    const listed = await connection.getSignaturesForAddress(to);
    expect(listed.map((one) => one.signature)).toEqual([signature]);
    expect(listed[0]?.blockTime).toBeGreaterThan(1_700_000_000);
  });

  test("a token is made, minted and sent", async () => {
    const mint = await createMint(connection, payer, payer.publicKey, null, 6);
    const owner = Keypair.generate();
    const from = await getOrCreateAssociatedTokenAccount(connection, payer, mint, payer.publicKey);
    const to = await createAssociatedTokenAccount(connection, payer, mint, owner.publicKey);
    await mintTo(connection, payer, mint, from.address, payer, 1_000_000_000n);
    await transferChecked(connection, payer, from.address, mint, to, payer, 400_000_000n, 6);
    expect((await getAccount(connection, to)).amount).toBe(400_000_000n);
    expect((await getMint(connection, mint)).supply).toBe(1_000_000_000n);
    const { value } = await connection.getParsedTokenAccountsByOwner(owner.publicKey, { mint });
    expect(value.map(({ account }) => account.data.parsed)).toMatchObject([
      { info: { tokenAmount: { amount: "400000000", decimals: 6, uiAmountString: "400" } } },
    ]);
    expect((await connection.getTokenSupply(mint)).value.uiAmountString).toBe("1000");
    expect((await connection.getTokenAccountBalance(to)).value.amount).toBe("400000000");
  });

  test("a parsed transaction shows the transfer, the memo and the balances by owner", async () => {
    const mint = await createMint(connection, payer, payer.publicKey, null, 2);
    const from = await getOrCreateAssociatedTokenAccount(connection, payer, mint, payer.publicKey);
    await mintTo(connection, payer, mint, from.address, payer, 500n);
    const owner = Keypair.generate().publicKey;
    const to = await createAssociatedTokenAccount(connection, payer, mint, owner);
    const message = new TransactionMessage({
      payerKey: payer.publicKey,
      recentBlockhash: (await connection.getLatestBlockhash()).blockhash,
      instructions: [
        createTransferCheckedInstruction(from.address, mint, to, payer.publicKey, 120n, 2),
        new TransactionInstruction({
          keys: [],
          programId: new PublicKey(MEMO_PROGRAM),
          data: Buffer.from("rent for May"),
        }),
      ],
    }).compileToV0Message();
    const transaction = new VersionedTransaction(message);
    transaction.sign([payer]);
    const signature = await connection.sendTransaction(transaction);
    await connection.confirmTransaction(
      { signature, ...(await connection.getLatestBlockhash()) },
      "confirmed",
    );
    const parsed = await connection.getParsedTransaction(signature, {
      maxSupportedTransactionVersion: 0,
    });
    expect(parsed?.transaction.message.instructions).toMatchObject([
      {
        program: "spl-token",
        parsed: { type: "transferChecked", info: { tokenAmount: { uiAmountString: "1.2" } } },
      },
      { program: "spl-memo", parsed: "rent for May" },
    ]);
    expect(parsed?.meta?.postTokenBalances).toContainEqual(
      expect.objectContaining({
        owner: owner.toBase58(),
        mint: mint.toBase58(),
        uiTokenAmount: { amount: "120", decimals: 2, uiAmount: 1.2, uiAmountString: "1.2" },
      }),
    );
    const [listed] = await connection.getSignaturesForAddress(to, { limit: 1 });
    expect(listed?.memo).toBe("[12] rent for May");
  });

  test("subscriptions tell of accounts, logs, slots and signatures", async () => {
    const to = Keypair.generate();
    const seen = { account: 0, logs: "", slots: 0 };
    const subscribed = [
      connection.onAccountChange(to.publicKey, ({ lamports }) => {
        seen.account = lamports;
      }),
      connection.onLogs(to.publicKey, ({ signature }) => {
        seen.logs = signature;
      }),
      connection.onSlotChange(() => {
        seen.slots += 1;
      }),
    ];
    // The socket opens with the first subscription.
    await expect.poll(() => seen.slots).toBeGreaterThan(2);
    const signature = await connection.requestAirdrop(to.publicKey, 1_234_567);
    const notified = new Promise((resolve) =>
      connection.onSignature(signature, resolve, "finalized"),
    );
    expect(await notified).toEqual({ err: null });
    await expect.poll(() => seen).toMatchObject({ account: 1_234_567, logs: signature });
    const [account, logs, slots] = subscribed;
    await connection.removeAccountChangeListener(account ?? 0);
    await connection.removeOnLogsListener(logs ?? 0);
    await connection.removeSlotChangeListener(slots ?? 0);
  });

  test("a transfer of too much is refused before it lands, with the program's logs", async () => {
    const poor = Keypair.generate();
    const signature = await connection.requestAirdrop(poor.publicKey, 1_000_000);
    await connection.confirmTransaction({ signature, ...(await connection.getLatestBlockhash()) });
    const transfer = new Transaction().add(
      SystemProgram.transfer({
        fromPubkey: poor.publicKey,
        toPubkey: payer.publicKey,
        lamports: LAMPORTS_PER_SOL,
      }),
    );
    const sent = connection.sendTransaction(transfer, [poor]);
    await expect(sent).rejects.toThrow(SendTransactionError);
    await expect(sent).rejects.toThrow(/custom program error: 0x1/);
    expect(await connection.getBalance(poor.publicKey)).toBe(1_000_000);
  });

  test("without preflight, a failed transaction lands and pays its fee", async () => {
    const poor = Keypair.generate();
    const airdrop = await connection.requestAirdrop(poor.publicKey, 1_000_000);
    await connection.confirmTransaction({
      signature: airdrop,
      ...(await connection.getLatestBlockhash()),
    });
    const transfer = new Transaction().add(
      SystemProgram.transfer({
        fromPubkey: poor.publicKey,
        toPubkey: payer.publicKey,
        lamports: LAMPORTS_PER_SOL,
      }),
    );
    const signature = await connection.sendTransaction(transfer, [poor], { skipPreflight: true });
    const status = async () => (await connection.getSignatureStatus(signature)).value;
    await expect.poll(status).toMatchObject({
      confirmationStatus: "finalized",
      err: { InstructionError: [0, { Custom: 1 }] },
    });
    expect(await connection.getBalance(poor.publicKey)).toBe(995_000);
  });

  test("a simulation changes nothing", async () => {
    const transfer = new Transaction().add(
      SystemProgram.transfer({
        fromPubkey: payer.publicKey,
        toPubkey: Keypair.generate().publicKey,
        lamports: LAMPORTS_PER_SOL,
      }),
    );
    const before = await connection.getBalance(payer.publicKey, "processed");
    const { value } = await connection.simulateTransaction(transfer, [payer]);
    expect(value).toMatchObject({ err: null, unitsConsumed: 150 });
    expect(await connection.getBalance(payer.publicKey, "processed")).toBe(before);
  });

  test("the simulated USDC is the mint that the network's USDC has", async () => {
    const mint = await getMint(connection, new PublicKey(USDC_MINT));
    expect(mint).toMatchObject({ decimals: 6, isInitialized: true, freezeAuthority: null });
  });
});
