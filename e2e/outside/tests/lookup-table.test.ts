/** Transactions that load accounts from the chain's lookup table, as `@solana/web3.js` 1.x and `@solana/kit` make them. */
import { join } from "node:path";
import {
  type AccountMeta,
  address,
  appendTransactionMessageInstructions,
  compressTransactionMessageUsingAddressLookupTables,
  createKeyPairSignerFromBytes,
  createSolanaRpc,
  createTransactionMessage,
  fetchAddressesForLookupTables,
  getBase64EncodedWireTransaction,
  getSignatureFromTransaction,
  type KeyPairSigner,
  pipe,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
} from "@solana/kit";
import {
  createAssociatedTokenAccountIdempotentInstruction,
  createCloseAccountInstruction,
  createSyncNativeInstruction,
  getAccount,
} from "@solana/spl-token";
import {
  AddressLookupTableProgram,
  Connection,
  Keypair,
  LAMPORTS_PER_SOL,
  PublicKey,
  SystemProgram,
  TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from "@solana/web3.js";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { poolAddresses } from "#lib/protocol/solana/find-pool.ts";
import { tokenAccountOf } from "#lib/protocol/solana/find-token-account.ts";
import { JUPITER_EVENT_AUTHORITY } from "#lib/protocol/solana/jupiter-route.ts";
import { POOL_PROGRAM } from "#lib/protocol/solana/pools.ts";
import { TOKEN_PROGRAM } from "#lib/protocol/solana/programs.ts";
import {
  ROUTE_TABLE,
  type RouteInstruction,
  routeInstruction,
  routeTableAddresses,
} from "#lib/protocol/solana/simulated-route.ts";
import { NATIVE_MINT } from "#lib/protocol/solana/tokens.ts";
import { USDC_MINT } from "#lib/protocol/solana.ts";
import { hasVm, removeFolder, startTestChain } from "#services/chain/testing/chain.testing.ts";

const SOL_IN = 100_000_000n;

/** Bits of the roles that accounts have in Solana Kit. */
const toKeys = ({ address: key, role }: AccountMeta) => ({
  pubkey: new PublicKey(key),
  isSigner: role >= 2,
  isWritable: role % 2 === 1,
});

describe.skipIf(!hasVm)("the lookup table", () => {
  let chain: Awaited<ReturnType<typeof startTestChain>>;
  let connection: Connection;
  const payer = Keypair.generate();
  let route: RouteInstruction;
  let pool: Awaited<ReturnType<typeof poolAddresses>>;
  let [wsol, usdc] = [PublicKey.default, PublicKey.default];

  beforeAll(async () => {
    chain = await startTestChain();
    connection = new Connection(chain.url, "confirmed");
    await landed(await connection.requestAirdrop(payer.publicKey, 10 * LAMPORTS_PER_SOL));
    const user = payer.publicKey.toBase58();
    const [source, destination] = await Promise.all(
      [NATIVE_MINT, USDC_MINT].map((mint) => tokenAccountOf(user, mint)),
    );
    if (source === undefined || destination === undefined) throw new Error("no address");
    [wsol, usdc] = [new PublicKey(source), new PublicKey(destination)];
    pool = await poolAddresses(POOL_PROGRAM, NATIVE_MINT, USDC_MINT);
    const { address: poolKey, vaultA: vaultIn, vaultB: vaultOut } = pool;
    route = routeInstruction({
      user,
      source,
      destination,
      sourceMint: NATIVE_MINT,
      destinationMint: USDC_MINT,
      inAmount: SOL_IN,
      quotedOut: 1n,
      slippageBps: 0,
      steps: [{ pool: poolKey, source, vaultIn, vaultOut, destination }],
    });
  });
  afterAll(async () => {
    await chain.stop();
    removeFolder(chain.folder);
  });

  /** Asks instead of subscribing: a socket of the library would stay open. */
  async function landed(signature: string): Promise<void> {
    await vi.waitFor(async () => {
      const { value } = await connection.getSignatureStatus(signature);
      expect(value).toMatchObject({ confirmationStatus: "finalized", err: null });
    });
  }

  const opening = (): TransactionInstruction[] => {
    const { publicKey } = payer;
    const open = (account: PublicKey, mint: string) =>
      createAssociatedTokenAccountIdempotentInstruction(
        publicKey,
        account,
        publicKey,
        new PublicKey(mint),
      );
    return [
      open(wsol, NATIVE_MINT),
      SystemProgram.transfer({ fromPubkey: publicKey, toPubkey: wsol, lamports: SOL_IN }),
      createSyncNativeInstruction(wsol),
      open(usdc, USDC_MINT),
    ];
  };

  async function withTable(instructions: TransactionInstruction[]): Promise<VersionedTransaction> {
    const { value: table } = await connection.getAddressLookupTable(new PublicKey(ROUTE_TABLE));
    if (table === null) throw new Error("there is no table");
    const { blockhash } = await connection.getLatestBlockhash();
    const message = new TransactionMessage({
      payerKey: payer.publicKey,
      recentBlockhash: blockhash,
      instructions,
    }).compileToV0Message([table]);
    const transaction = new VersionedTransaction(message);
    transaction.sign([payer]);
    return transaction;
  }

  const routeOfWeb3 = (): TransactionInstruction =>
    new TransactionInstruction({
      programId: new PublicKey(route.programAddress),
      keys: route.accounts.map(toKeys),
      data: Buffer.from(route.data),
    });

  test("has all that routes name, and nobody can change it", async () => {
    const { value } = await connection.getAddressLookupTable(new PublicKey(ROUTE_TABLE));
    const addresses = await routeTableAddresses();
    expect(value?.isActive()).toBe(true);
    expect(value?.state.authority).toBeUndefined();
    expect(value?.state.addresses.map(String)).toEqual(addresses);
    const user = [payer.publicKey, wsol, usdc].map(String);
    const named = route.accounts.map((meta): string => meta.address);
    const others = named.filter((key) => key !== route.programAddress && !user.includes(key));
    expect(addresses).toEqual(expect.arrayContaining(others));
    expect(addresses).toEqual(expect.arrayContaining([TOKEN_PROGRAM, JUPITER_EVENT_AUTHORITY]));
  });

  test("is used by a transaction of web3.js, which is simulated, lands and shows what it loaded", async () => {
    const before = await connection.getBalance(payer.publicKey);
    const close = createCloseAccountInstruction(wsol, payer.publicKey, payer.publicKey);
    const transaction = await withTable([...opening(), routeOfWeb3(), close]);
    const [lookup] = transaction.message.addressTableLookups;
    expect(lookup?.accountKey.toBase58()).toBe(ROUTE_TABLE);
    const { value } = await connection.simulateTransaction(transaction);
    expect(value.err).toBeNull();
    const signature = await connection.sendTransaction(transaction);
    await landed(signature);
    const { amount } = await getAccount(connection, usdc);
    expect(amount).toBeGreaterThan(0n);
    const found = await connection.getTransaction(signature, { maxSupportedTransactionVersion: 0 });
    const loaded = found?.meta?.loadedAddresses ?? null;
    expect(loaded?.writable.map(String).toSorted()).toEqual(
      [pool.vaultA, pool.vaultB].map(String).toSorted(),
    );
    expect(loaded?.readonly.map(String)).toEqual(
      expect.arrayContaining([pool.address, POOL_PROGRAM, NATIVE_MINT, USDC_MINT]),
    );
    const keys = found?.transaction.message.getAccountKeys({ accountKeysFromLookups: loaded });
    expect(found?.meta?.postBalances).toHaveLength(keys?.length ?? 0);
    const { preTokenBalances, postTokenBalances } = found?.meta ?? {};
    const [vaultBefore, vaultAfter] = [preTokenBalances, postTokenBalances].map((balances) =>
      balances?.find((one) => keys?.get(one.accountIndex)?.toBase58() === pool.vaultB),
    );
    expect(
      BigInt(vaultBefore?.uiTokenAmount.amount ?? 0) -
        BigInt(vaultAfter?.uiTokenAmount.amount ?? 0),
    ).toBe(amount);
    const paid = before - (await connection.getBalance(payer.publicKey));
    expect(paid).toBeGreaterThan(Number(SOL_IN));
    const parsed = await connection.getParsedTransaction(signature, {
      maxSupportedTransactionVersion: 0,
    });
    const sources = parsed?.transaction.message.accountKeys.map((one) => one.source);
    expect(sources?.filter((source) => source === "lookupTable")).toHaveLength(
      (loaded?.writable.length ?? 0) + (loaded?.readonly.length ?? 0),
    );
  });

  test("is used by a transaction of kit, which reads it as a parsed account", async () => {
    const rpc = createSolanaRpc(chain.url);
    const table = address(ROUTE_TABLE);
    const tables = await fetchAddressesForLookupTables([table], rpc);
    expect(tables).toEqual({ [table]: await routeTableAddresses() });
    const setup = await withTable(opening());
    await landed(await connection.sendTransaction(setup));
    const before = (await getAccount(connection, usdc)).amount;
    const signer: KeyPairSigner = await createKeyPairSignerFromBytes(payer.secretKey);
    const { value: life } = await rpc.getLatestBlockhash().send();
    const message = pipe(
      createTransactionMessage({ version: 0 }),
      (made) => setTransactionMessageFeePayerSigner(signer, made),
      (made) => setTransactionMessageLifetimeUsingBlockhash(life, made),
      (made) => appendTransactionMessageInstructions([route], made),
      (made) => compressTransactionMessageUsingAddressLookupTables(made, tables),
    );
    const transaction = await signTransactionMessageWithSigners(message);
    const wire = getBase64EncodedWireTransaction(transaction);
    const { value: simulated } = await rpc
      .simulateTransaction(wire, { encoding: "base64", sigVerify: true })
      .send();
    expect(simulated.err).toBeNull();
    await rpc.sendTransaction(wire, { encoding: "base64" }).send();
    const signature = getSignatureFromTransaction(transaction);
    await landed(signature);
    expect((await getAccount(connection, usdc)).amount).toBeGreaterThan(before);
    const config = { maxSupportedTransactionVersion: 0, encoding: "json" } as const;
    const found = await rpc.getTransaction(signature, config).send();
    expect(found?.meta?.loadedAddresses.writable.toSorted()).toEqual(
      [pool.vaultA, pool.vaultB].toSorted(),
    );
    const addressTableLookups = [{ accountKey: table }];
    expect(found?.transaction.message).toMatchObject({ addressTableLookups });
  });

  test("lists the transactions that loaded an account from it", async () => {
    const listed = await connection.getSignaturesForAddress(new PublicKey(pool.vaultB));
    expect(listed.map(({ err }) => err)).toEqual([null, null]);
  });

  test("is refused by a place that it does not have", async () => {
    const transaction = await withTable([...opening(), routeOfWeb3()]);
    const [lookup] = transaction.message.addressTableLookups;
    lookup?.readonlyIndexes.splice(0, 1, 200);
    transaction.sign([payer]);
    await expect(connection.sendTransaction(transaction)).rejects.toThrow(
      /InvalidAddressLookupTableIndex|invalid index/,
    );
  });

  test("gives the same accounts when the chain runs its blocks again", async () => {
    const { amount } = await getAccount(connection, usdc);
    await chain.stop();
    removeFolder(join(chain.folder, "snapshots"));
    chain = await startTestChain({ folder: chain.folder });
    connection = new Connection(chain.url, "confirmed");
    expect((await getAccount(connection, usdc)).amount).toBe(amount);
    expect(await connection.getSignaturesForAddress(new PublicKey(pool.vaultB))).toHaveLength(2);
  });

  test("another one is made, extended and used by unmodified web3.js", async () => {
    const [create, table] = AddressLookupTableProgram.createLookupTable({
      authority: payer.publicKey,
      payer: payer.publicKey,
      recentSlot: await connection.getSlot("confirmed"),
    });
    const extend = AddressLookupTableProgram.extendLookupTable({
      lookupTable: table,
      authority: payer.publicKey,
      payer: payer.publicKey,
      addresses: [usdc, wsol, Keypair.generate().publicKey],
    });
    const { blockhash } = await connection.getLatestBlockhash();
    const message = new TransactionMessage({
      payerKey: payer.publicKey,
      recentBlockhash: blockhash,
      instructions: [create, extend],
    }).compileToV0Message();
    const making = new VersionedTransaction(message);
    making.sign([payer]);
    await landed(await connection.sendTransaction(making));
    const { value } = await connection.getAddressLookupTable(table);
    expect(value?.state.addresses).toHaveLength(3);
    if (value === null) throw new Error("there is no table");
    const [, , recipient] = value.state.addresses;
    if (recipient === undefined) throw new Error("the table is empty");
    const life = await connection.getLatestBlockhash();
    const transfer = new VersionedTransaction(
      new TransactionMessage({
        payerKey: payer.publicKey,
        recentBlockhash: life.blockhash,
        instructions: [
          SystemProgram.transfer({
            fromPubkey: payer.publicKey,
            toPubkey: recipient,
            lamports: LAMPORTS_PER_SOL,
          }),
        ],
      }).compileToV0Message([value]),
    );
    expect(transfer.message.addressTableLookups).toHaveLength(1);
    transfer.sign([payer]);
    await landed(await connection.sendTransaction(transfer));
    expect(await connection.getBalance(recipient)).toBe(LAMPORTS_PER_SOL);
  });
});
