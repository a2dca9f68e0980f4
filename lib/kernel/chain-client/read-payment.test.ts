/** The client against a bare server that answers as a Solana node does. */
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { base58 } from "@scure/base";
import { afterEach, describe, expect, test } from "vitest";
import { ManualTimers } from "#lib/kernel/time/timers.testing.ts";
import { TOKEN_PROGRAM } from "#lib/protocol/solana/programs.ts";
import { GENESIS_HASH, USDC_MINT } from "#lib/protocol/solana.ts";
import { ChainUnreachable } from "./chain-unreachable.ts";
import { type ChainClient, createChainClient, type Payment } from "./read-payment.ts";

const SIGNATURE =
  "4CzJVBWUoMfFCyYVcLFWzd9vmi1oRnCC3x4LZQKiH3KjBzxtkJEn8o9YsKZURKRtnKUHT6QSinLXp3KeTgKq3K1k";
const PARTNER = "9dVoKCQjWfy9cRZN81ApLHzhTbLWydhu9nQov1yHd7XQ";
const OTHER = "5Q544fKrFoe6tsEbD7S8EmxGTJYAKtTVhAW5Q5pge4j1";
const TREASURY = "4cUmct5JeXGiArfeTbpJz39rQfHD4YzstUMqPaMTfad9";
const USDT = "Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB";
const KEY = "api-key=5c1d-not-for-anybody";

type Question = { jsonrpc: string; id: number; method: string; params: unknown[] };
type Node = (question: Question, response: ServerResponse, request: IncomingMessage) => void;

let stop: () => void = () => {};
afterEach(() => {
  stop();
  stop = () => {};
});

async function clientOf(node: Node, timers?: ManualTimers): Promise<ChainClient> {
  const server = createServer((request, response) => {
    let text = "";
    request.setEncoding("utf8").on("data", (chunk: string) => {
      text += chunk;
    });
    request.on("end", () => node(JSON.parse(text) as Question, response, request));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/?${KEY}`;
  const client = createChainClient({ url, ...(timers && { timers }) });
  stop = () => {
    client.close();
    server.closeAllConnections();
    server.close();
  };
  return client;
}

/** Answers by method; a call of a method without an answer fails the test. */
function answering(results: Record<string, unknown>): Node {
  return ({ id, method }, response) => {
    expect(Object.keys(results)).toContain(method);
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ jsonrpc: "2.0", id, result: results[method] }));
  };
}

const pay = (client: ChainClient, signature = SIGNATURE) =>
  client.readPayment({ signature, recipient: PARTNER, mint: USDC_MINT });

async function paymentIn(transaction: unknown): Promise<Payment> {
  return pay(await clientOf(answering({ getTransaction: transaction })));
}

async function failureOf(work: Promise<unknown>): Promise<ChainUnreachable> {
  const thrown: unknown = await work.then(
    (value) => new Error(`an answer: ${JSON.stringify(value)}`),
    (error: unknown) => error,
  );
  if (!(thrown instanceof ChainUnreachable)) throw thrown;
  return thrown;
}

const tokens = (
  accountIndex: number,
  owner: string | undefined,
  amount: string,
  mint = USDC_MINT,
) => ({
  accountIndex,
  mint,
  ...(owner !== undefined && { owner }),
  programId: TOKEN_PROGRAM,
  uiTokenAmount: {
    amount,
    decimals: 6,
    uiAmount: Number(amount) / 1e6,
    uiAmountString: String(Number(amount) / 1e6),
  },
});

const transfer = (destination: string, amount: string) => ({
  parsed: {
    info: {
      authority: TREASURY,
      destination,
      mint: USDC_MINT,
      source: "3wAz4mwNprxDNGtpEFbdgzfvVtpx5xKt7meEFsDENxy5",
      tokenAmount: { amount, decimals: 6, uiAmount: 1, uiAmountString: "1" },
    },
    type: "transferChecked",
  },
  program: "spl-token",
  programId: TOKEN_PROGRAM,
  stackHeight: 1,
});

/** A v0 transaction that pays several people, one of them through an address table. */
function transaction(meta: Record<string, unknown> = {}, whole: Record<string, unknown> = {}) {
  const key = (pubkey: string, source = "transaction") => ({
    pubkey,
    signer: pubkey === TREASURY,
    source,
    writable: pubkey !== TOKEN_PROGRAM,
  });
  return {
    blockTime: 1_733_490_216,
    meta: {
      computeUnitsConsumed: 18_603,
      err: null,
      fee: 5000,
      innerInstructions: [],
      loadedAddresses: { readonly: [], writable: ["8gdnTCgXmh4D7WigAZd3nx7ee59Kx2CKrBLC3LrTPNvM"] },
      logMessages: [`Program ${TOKEN_PROGRAM} invoke [1]`, `Program ${TOKEN_PROGRAM} success`],
      postBalances: [499_999_995_000, 2_039_280, 2_039_280, 2_039_280, 934_087_680],
      postTokenBalances: [],
      preBalances: [500_000_000_000, 2_039_280, 2_039_280, 2_039_280, 934_087_680],
      preTokenBalances: [],
      rewards: [],
      status: { Ok: null },
      ...meta,
    },
    slot: 305_736_842,
    transaction: {
      message: {
        accountKeys: [
          key(TREASURY),
          key("3wAz4mwNprxDNGtpEFbdgzfvVtpx5xKt7meEFsDENxy5"),
          key("AKZ7xX9C3MvPt7B21qRHMSfXkAKc1wLpni1WsE4Cvhrc"),
          key(TOKEN_PROGRAM),
          key("8gdnTCgXmh4D7WigAZd3nx7ee59Kx2CKrBLC3LrTPNvM", "lookupTable"),
        ],
        addressTableLookups: [
          {
            accountKey: "FCE3BU7YpHtHg5b1nGvpjN4XXKWbrFUP9fWT2vwaQvzR",
            readonlyIndexes: [],
            writableIndexes: [86],
          },
        ],
        instructions: [
          transfer("AKZ7xX9C3MvPt7B21qRHMSfXkAKc1wLpni1WsE4Cvhrc", "1500000"),
          transfer("8gdnTCgXmh4D7WigAZd3nx7ee59Kx2CKrBLC3LrTPNvM", "250001"),
        ],
        recentBlockhash: "8PT3oVp8QPtr8orTUMSkFxMf3rYUJP3jXczshrUUsFWD",
      },
      signatures: [SIGNATURE],
    },
    version: 0,
    ...whole,
  };
}

const final = (amount: bigint) => ({
  state: "final",
  slot: 305_736_842,
  blockTime: 1_733_490_216_000,
  amount,
});

describe("a finalized payment is the increase of the recipient's token accounts of the mint", () => {
  test("summed over several transfers to several people", async () => {
    const payment = await paymentIn(
      transaction({
        preTokenBalances: [
          tokens(1, TREASURY, "900000000"),
          tokens(2, OTHER, "7"),
          tokens(3, PARTNER, "1000000"),
          tokens(4, PARTNER, "41"),
        ],
        postTokenBalances: [
          tokens(1, TREASURY, "896250000"),
          tokens(2, OTHER, "2000006"),
          tokens(3, PARTNER, "2500000"),
          tokens(4, PARTNER, "250042"),
        ],
      }),
    );
    expect(payment).toEqual(final(1_750_001n));
  });

  test("from zero when the account was made in the same transaction", async () => {
    const payment = await paymentIn(
      transaction({
        preTokenBalances: [tokens(1, TREASURY, "900000000")],
        postTokenBalances: [tokens(1, TREASURY, "898500000"), tokens(2, PARTNER, "1500000")],
      }),
    );
    expect(payment).toEqual(final(1_500_000n));
  });

  test("exact beyond the precision of floating-point numbers", async () => {
    const payment = await paymentIn(
      transaction({
        preTokenBalances: [tokens(2, PARTNER, "1")],
        postTokenBalances: [tokens(2, PARTNER, "18446744073709551615")],
      }),
    );
    expect(payment).toEqual(final(18_446_744_073_709_551_614n));
  });

  test("without other mints and other people", async () => {
    const payment = await paymentIn(
      transaction({
        preTokenBalances: [tokens(2, PARTNER, "5", USDT), tokens(3, OTHER, "5")],
        postTokenBalances: [tokens(2, PARTNER, "1500005", USDT), tokens(3, OTHER, "1500005")],
      }),
    );
    expect(payment).toEqual(final(0n));
  });

  test("less outgoing transfers: a payment that is passed on at once is zero", async () => {
    const payment = await paymentIn(
      transaction({
        preTokenBalances: [tokens(2, PARTNER, "1500000"), tokens(3, OTHER, "0")],
        postTokenBalances: [tokens(3, OTHER, "1500000")],
      }),
    );
    expect(payment).toEqual(final(-1_500_000n));
  });

  test("at a time that the node may not know", async () => {
    const payment = await paymentIn(transaction({}, { blockTime: null }));
    expect(payment).toEqual({ ...final(0n), blockTime: null });
  });
});

test.each([
  [{ InstructionError: [1, { Custom: 1 }] }, '{"InstructionError":[1,{"Custom":1}]}'],
  ["AccountInUse", "AccountInUse"],
  [{ InstructionError: [0, { BorshIoError: "x".repeat(500) }] }, /^\{"InstructionError".{181}$/],
])("a failed transaction has its reason: %j", async (err, reason) => {
  const payment = await paymentIn(
    transaction({
      err,
      status: { Err: err },
      preTokenBalances: [],
      postTokenBalances: [tokens(2, PARTNER, "1500000")],
    }),
  );
  expect(payment).toEqual({
    state: "failed",
    slot: 305_736_842,
    blockTime: expect.any(Number),
    reason: typeof reason === "string" ? reason : expect.stringMatching(reason),
  });
});

describe("a signature without a finalized transaction", () => {
  const statuses = (value: unknown) =>
    answering({
      getTransaction: null,
      getSignatureStatuses: { context: { apiVersion: "3.1.8", slot: 305_736_900 }, value: [value] },
    });
  const status = (confirmationStatus: string, confirmations: number | null) => ({
    confirmationStatus,
    confirmations,
    err: null,
    slot: 305_736_842,
    status: { Ok: null },
  });

  test("is unknown when the chain has never seen it", async () => {
    expect(await pay(await clientOf(statuses(null)))).toEqual({ state: "unknown" });
  });

  test.each([
    ["processed", 0],
    ["confirmed", 12],
    // Between the two questions.
    ["finalized", null],
  ])("is pending when it is %s", async (name, confirmations) => {
    const client = await clientOf(statuses(status(name, confirmations)));
    expect(await pay(client)).toEqual({ state: "pending" });
  });

  test("is unknown without a request when it is not a valid signature", async () => {
    const client = await clientOf(answering({}));
    expect(await pay(client, "not-a-signature")).toEqual({ state: "unknown" });
  });
});

test("the client asks for finalized transactions of every version, and searches the whole history", async () => {
  const requests: Question[] = [];
  const types: unknown[] = [];
  const client = await clientOf((question, response, request) => {
    requests.push(question);
    types.push([request.method, request.headers["content-type"]]);
    const result = question.method === "getTransaction" ? null : { value: [null] };
    response.end(JSON.stringify({ jsonrpc: "2.0", id: question.id, result }));
  });
  await pay(client);
  expect(types).toEqual(Array(2).fill(["POST", "application/json"]));
  expect(requests).toMatchObject([
    {
      jsonrpc: "2.0",
      method: "getTransaction",
      params: [
        SIGNATURE,
        { encoding: "jsonParsed", commitment: "finalized", maxSupportedTransactionVersion: 0 },
      ],
    },
    {
      jsonrpc: "2.0",
      method: "getSignatureStatuses",
      params: [[SIGNATURE], { searchTransactionHistory: true }],
    },
  ]);
});

describe("the genesis hash", () => {
  test("names the network", async () => {
    const timers = new ManualTimers(0);
    const client = await clientOf(answering({ getGenesisHash: GENESIS_HASH.devnet }), timers);
    expect(await client.readGenesisHash()).toBe(GENESIS_HASH.devnet);
    // An answer ends the wait for it.
    expect(timers.pending()).toEqual([]);
  });

  test.each([null, "devnet", 7])("is 32 bytes: %j is invalid", async (result) => {
    const client = await clientOf(answering({ getGenesisHash: result }));
    expect((await failureOf(client.readGenesisHash())).cause).toMatchObject({
      failure: "unexpected",
    });
  });
});

describe("the payment stays unknown, and ChainUnreachable has the reason,", () => {
  test("when the node refuses", async () => {
    const client = await clientOf(({ id }, response) => {
      const error = { code: -32005, message: "Node is behind by 42 slots", data: null };
      response.end(JSON.stringify({ jsonrpc: "2.0", error, id }));
    });
    const failure = await failureOf(pay(client));
    expect(failure.message).toContain("Node is behind by 42 slots");
    expect(failure.cause).toMatchObject({ given: { code: -32005 } });
  });

  test("when the node limits requests, with the time to wait", async () => {
    const client = await clientOf((_, response) => {
      response.writeHead(429, { "retry-after": "10" }).end("{}");
    });
    expect((await failureOf(pay(client))).cause).toMatchObject({
      failure: "status",
      status: 429,
      retryAfterMs: 10_000,
    });
  });

  test("when nothing listens there", async () => {
    const client = createChainClient({ url: "http://127.0.0.1:1" });
    expect((await failureOf(pay(client))).cause).toMatchObject({ failure: "unreachable" });
    client.close();
  });

  test("when the node is silent for 5 s, also in the middle of an answer", async () => {
    const timers = new ManualTimers(0);
    const { promise: begun, resolve } = Promise.withResolvers<void>();
    const client = await clientOf((_, response) => {
      response.writeHead(200).write('{"jsonrpc":');
      resolve();
    }, timers);
    let over = false;
    const failure = failureOf(pay(client)).finally(() => {
      over = true;
    });
    await begun;
    await timers.advance(4_999);
    expect(over).toBe(false);
    await timers.advance(1);
    expect((await failure).cause).toMatchObject({ failure: "timeout" });
  });

  test("when the answer is larger than 1 MB", async () => {
    const large = transaction({ logMessages: ["x".repeat(4_000_000)] });
    const client = await clientOf(answering({ getTransaction: large }));
    expect((await failureOf(pay(client))).cause).toMatchObject({ failure: "too_large" });
  });

  test("but a call that names a size gets an answer of ours, with the size and without the key", async () => {
    const client = await clientOf(answering({ getTransaction: "x".repeat(70_000) }));
    const question = { method: "getTransaction", params: [SIGNATURE] };
    const { error } = { error: undefined, ...(await client.call(question, 65_536)) };
    expect(error).toMatchObject({ code: -32_099, message: expect.stringContaining("65536 bytes") });
    expect(JSON.stringify(error)).not.toContain(KEY);
    expect(await client.call(question)).toEqual({ result: "x".repeat(70_000) });
  });

  test("and names only the host of the node, because its address may contain a key", async () => {
    for (const answer of ["<html>", '{"jsonrpc":"2.0","id":1}', "[]"]) {
      const client = await clientOf((_, response) => response.end(answer));
      const failure = await failureOf(pay(client));
      const { message } = failure.cause as Error;
      expect(`${failure.message} ${message}`).toContain("127.0.0.1");
      expect(`${failure.message} ${message} ${failure.stack}`).not.toContain(KEY);
      stop();
    }
  });

  test.each([
    ["a page of HTML", "<html>"],
    ["no object", "[]"],
    ["neither result nor error", '{"jsonrpc":"2.0","id":1}'],
    ["the answer to another request", `{"jsonrpc":"2.0","id":2,"result":"${GENESIS_HASH.devnet}"}`],
    ["another version", `{"id":1,"result":"${GENESIS_HASH.devnet}"}`],
  ])("when it is answered with %s", async (_, text) => {
    const client = await clientOf((_question, response) => response.end(text));
    const failure = await failureOf(client.readGenesisHash());
    expect(failure.cause).toMatchObject({ failure: "unexpected" });
  });

  test.each([
    [
      "another transaction",
      transaction({}, { transaction: { signatures: [base58.encode(new Uint8Array(64))] } }),
    ],
    ["no signature", transaction({}, { transaction: { signatures: [] } })],
    ["no slot", transaction({}, { slot: undefined })],
    ["no meta", transaction({}, { meta: null })],
    ["no error field", transaction({ err: undefined })],
    ["no balances before", transaction({ preTokenBalances: null })],
    ["no balances after", transaction({ postTokenBalances: undefined })],
    ["a balance without an owner", transaction({ postTokenBalances: [tokens(2, undefined, "1")] })],
    [
      "a balance that is not an integer",
      transaction({ postTokenBalances: [tokens(2, PARTNER, "1.5")] }),
    ],
    ["an invalid time", transaction({}, { blockTime: "soon" })],
  ])("when the transaction has %s", async (_, answer) => {
    const client = await clientOf(answering({ getTransaction: answer }));
    expect((await failureOf(pay(client))).cause).toMatchObject({ failure: "unexpected" });
  });
});
