/** The published `@solana/kit` and `@solana-program/token` against the chain. */
import {
  address,
  airdropFactory,
  appendTransactionMessageInstructions,
  assertIsTransactionWithBlockhashLifetime,
  createSolanaRpc,
  createSolanaRpcSubscriptions,
  createTransactionMessage,
  devnet,
  generateKeyPairSigner,
  getSignatureFromTransaction,
  type Instruction,
  isSolanaError,
  type KeyPairSigner,
  lamports,
  pipe,
  SOLANA_ERROR__JSON_RPC__SERVER_ERROR_SEND_TRANSACTION_PREFLIGHT_FAILURE,
  sendAndConfirmTransactionFactory,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
} from "@solana/kit";
import {
  getCreateAccountInstruction,
  getTransferSolInstruction,
  SYSTEM_PROGRAM_ADDRESS,
} from "@solana-program/system";
import {
  fetchMint,
  fetchToken,
  findAssociatedTokenPda,
  getCreateAssociatedTokenIdempotentInstructionAsync,
  getInitializeMint2Instruction,
  getMintSize,
  getMintToInstruction,
  getTransferCheckedInstruction,
  TOKEN_PROGRAM_ADDRESS,
} from "@solana-program/token";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { GENESIS_HASH } from "#lib/protocol/solana.ts";
import { hasVm, removeFolder, startTestChain } from "./testing/chain.testing.ts";

/** Connects as to a network that gives lamports away. */
function connect(url: string, socketUrl: string) {
  return {
    rpc: createSolanaRpc(devnet(url)),
    rpcSubscriptions: createSolanaRpcSubscriptions(devnet(socketUrl)),
  };
}

async function first<Value>(values: AsyncIterable<Value>): Promise<Value | undefined> {
  for await (const value of values) return value;
  return undefined;
}

describe.skipIf(!hasVm)("@solana/kit", () => {
  let chain: Awaited<ReturnType<typeof startTestChain>>;
  let rpc: ReturnType<typeof connect>["rpc"];
  let rpcSubscriptions: ReturnType<typeof connect>["rpcSubscriptions"];
  let payer: KeyPairSigner;

  beforeAll(async () => {
    chain = await startTestChain();
    ({ rpc, rpcSubscriptions } = connect(chain.url, chain.socketUrl));
    payer = await generateKeyPairSigner();
    const airdrop = airdropFactory({ rpc, rpcSubscriptions });
    await airdrop({
      commitment: "finalized",
      lamports: lamports(10_000_000_000n),
      recipientAddress: payer.address,
    });
  });
  afterAll(async () => {
    await chain.stop();
    removeFolder(chain.folder);
  });

  async function signed(instructions: readonly Instruction[]) {
    const { value: life } = await rpc.getLatestBlockhash().send();
    const message = pipe(
      createTransactionMessage({ version: 0 }),
      (made) => setTransactionMessageFeePayerSigner(payer, made),
      (made) => setTransactionMessageLifetimeUsingBlockhash(life, made),
      (made) => appendTransactionMessageInstructions(instructions, made),
    );
    const transaction = await signTransactionMessageWithSigners(message);
    assertIsTransactionWithBlockhashLifetime(transaction);
    return transaction;
  }

  async function send(
    instructions: readonly Instruction[],
    commitment: "confirmed" | "finalized" = "confirmed",
  ) {
    const transaction = await signed(instructions);
    await sendAndConfirmTransactionFactory({ rpc, rpcSubscriptions })(transaction, { commitment });
    return getSignatureFromTransaction(transaction);
  }

  test("an airdrop is confirmed to finalized", async () => {
    const { value } = await rpc.getBalance(payer.address).send();
    expect(value).toBe(10_000_000_000n);
    expect(await rpc.getGenesisHash().send()).toBe(GENESIS_HASH.simulated);
  });

  test("a transfer is sent and confirmed to finalized", async () => {
    const { address: destination } = await generateKeyPairSigner();
    const transfer = getTransferSolInstruction({ source: payer, destination, amount: 2_000_000n });
    const signature = await send([transfer], "finalized");
    expect((await rpc.getBalance(destination).send()).value).toBe(2_000_000n);
    const { value } = await rpc.getSignatureStatuses([signature]).send();
    expect(value).toMatchObject([{ confirmationStatus: "finalized", err: null }]);
    const config = { maxSupportedTransactionVersion: 0, encoding: "jsonParsed" } as const;
    const found = await rpc.getTransaction(signature, config).send();
    expect(found?.transaction.message.instructions).toMatchObject([
      { program: "system", parsed: { type: "transfer", info: { destination } } },
    ]);
  });

  test("a token is made, minted and sent", async () => {
    const mint = await generateKeyPairSigner();
    const owner = await generateKeyPairSigner();
    const space = BigInt(getMintSize());
    const rent = await rpc.getMinimumBalanceForRentExemption(space).send();
    const create = getCreateAccountInstruction({
      payer,
      newAccount: mint,
      lamports: rent,
      space,
      programAddress: TOKEN_PROGRAM_ADDRESS,
    });
    const initialize = getInitializeMint2Instruction({
      mint: mint.address,
      decimals: 6,
      mintAuthority: payer.address,
    });
    await send([create, initialize]);
    const [source, destination] = await Promise.all(
      [payer.address, owner.address].map(async (holder) => {
        const seeds = { owner: holder, mint: mint.address, tokenProgram: TOKEN_PROGRAM_ADDRESS };
        return (await findAssociatedTokenPda(seeds))[0];
      }),
    );
    if (source === undefined || destination === undefined) throw new Error("no address");
    const accounts = await Promise.all(
      [payer.address, owner.address].map((holder) =>
        getCreateAssociatedTokenIdempotentInstructionAsync({
          payer,
          owner: holder,
          mint: mint.address,
        }),
      ),
    );
    const amounts = { mint: mint.address, decimals: 6 };
    await send([
      ...accounts,
      getMintToInstruction({
        mint: mint.address,
        token: source,
        mintAuthority: payer,
        amount: 900n,
      }),
      getTransferCheckedInstruction({
        ...amounts,
        source,
        destination,
        authority: payer,
        amount: 350n,
      }),
    ]);
    expect((await fetchToken(rpc, destination)).data).toMatchObject({ amount: 350n });
    expect((await fetchMint(rpc, mint.address)).data).toMatchObject({ supply: 900n, decimals: 6 });
  });

  test("notifications of accounts and slots arrive", async () => {
    const { address: watched } = await generateKeyPairSigner();
    const abort = new AbortController();
    const { signal: abortSignal } = abort;
    const notifications = await rpcSubscriptions
      .accountNotifications(watched, { commitment: "confirmed" })
      .subscribe({ abortSignal });
    const slots = await rpcSubscriptions.slotNotifications().subscribe({ abortSignal });
    // An iterator of kit begins to listen with its first read.
    const [account, opened] = [first(notifications), first(slots)];
    const amount = 3_000_000n;
    await send([getTransferSolInstruction({ source: payer, destination: watched, amount })]);
    expect((await account)?.value.lamports).toBe(amount);
    const slot = await opened;
    expect(slot?.slot).toBe((slot?.parent ?? 0n) + 1n);
    abort.abort();
  });

  test("a refused transaction has the node's error with the cause", async () => {
    const transfer = getTransferSolInstruction({
      source: payer,
      destination: address("9dVoKCQjWfy9cRZN81ApLHzhTbLWydhu9nQov1yHd7XQ"),
      amount: 10n ** 15n,
    });
    const error: unknown = await send([transfer]).then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    const code = SOLANA_ERROR__JSON_RPC__SERVER_ERROR_SEND_TRANSACTION_PREFLIGHT_FAILURE;
    expect(isSolanaError(error, code)).toBe(true);
    expect(error).toMatchObject({
      context: { logs: expect.arrayContaining([expect.stringMatching(/insufficient lamports/)]) },
    });
  });

  test("the reads of explorers have the forms that the library expects", async () => {
    const slot = await rpc.getSlot().send();
    const [accounts, supply, blocks, leader, samples, votes, schedule, production] =
      await Promise.all([
        rpc.getProgramAccounts(TOKEN_PROGRAM_ADDRESS, { encoding: "base64" }).send(),
        rpc.getSupply({ excludeNonCirculatingAccountsList: true }).send(),
        rpc.getBlocks(slot - 2n, slot).send(),
        rpc.getSlotLeader().send(),
        rpc.getRecentPerformanceSamples(1).send(),
        rpc.getVoteAccounts().send(),
        rpc.getEpochSchedule().send(),
        rpc.getBlockProduction().send(),
      ]);
    expect(accounts.length).toBeGreaterThan(0);
    expect(supply.value.total).toBeGreaterThan(0n);
    expect(blocks).toEqual([slot - 2n, slot - 1n, slot]);
    expect(Object.keys(production.value.byIdentity)).toEqual([leader]);
    expect([samples.length <= 1, votes.current, schedule.warmup]).toEqual([true, [], false]);
    expect(await rpc.getInflationRate().send()).toMatchObject({ total: 0 });
  });

  test("accounts of a program are notified when they change", async () => {
    const { address: watched } = await generateKeyPairSigner();
    const abort = new AbortController();
    const notifications = await rpcSubscriptions
      .programNotifications(SYSTEM_PROGRAM_ADDRESS, { commitment: "confirmed", encoding: "base64" })
      .subscribe({ abortSignal: abort.signal });
    const found = (async () => {
      for await (const { value } of notifications) if (value.pubkey === watched) return value;
      return undefined;
    })();
    await send([
      getTransferSolInstruction({ source: payer, destination: watched, amount: 4_000_000n }),
    ]);
    expect((await found)?.account.lamports).toBe(4_000_000n);
    abort.abort();
  });
});
