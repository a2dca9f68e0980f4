import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { encodePublicKey } from "#lib/protocol/signing/signing.ts";
import { JUPITER_PROGRAM } from "#lib/protocol/solana/programs.ts";
import { TOKENS } from "#lib/protocol/solana/tokens.ts";
import { ROUTES_BUSY, readRoute } from "./read-routes.ts";

const WALLET = encodePublicKey(new Uint8Array(32).fill(7));
const ASK = {
  account: WALLET,
  assetIn: "USDC",
  assetOut: "SOL",
  amountIn: 150_000_000n,
  slippageBps: 50,
} as const;
const ANSWER = {
  inputMint: TOKENS.USDC.mint,
  outputMint: TOKENS.SOL.mint,
  inAmount: "150000000",
  outAmount: "990000000",
  priceImpactPct: "0.001",
  routePlan: [
    {
      swapInfo: {
        inputMint: TOKENS.USDC.mint,
        outputMint: TOKENS.SOL.mint,
        label: "One",
      },
    },
  ],
  setupInstructions: [],
  otherInstructions: [],
  swapInstruction: {
    programId: JUPITER_PROGRAM,
    accounts: [{ pubkey: WALLET, isSigner: true, isWritable: false }],
    data: "AAAA",
  },
  addressesByLookupTableAddress: null,
};

let server: Server;
let url: string;
let status: number;
let body: string;
let received: IncomingMessage | undefined;

beforeAll(async () => {
  server = createServer((request, response) => {
    received = request;
    response.writeHead(status).end(body);
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  status = 200;
  body = JSON.stringify(ANSWER);
  received = undefined;
});

test("the request contains the question alone, and the answer is read", async () => {
  expect(await readRoute(url, ASK)).toMatchObject({
    ok: true,
    body: { out: 990_000_000n, impactBps: 10, hops: [{ venue: "jupiter:One" }] },
  });
  const sent = new URL(received?.url ?? "", url);
  expect(sent.pathname).toBe("/swap/v2/build");
  expect(sent.searchParams.get("taker")).toBe(WALLET);
  expect([received?.headers.cookie, received?.headers.referer]).toEqual([undefined, undefined]);
});

test("an answer without a route is not a failure", async () => {
  status = 400;
  body = JSON.stringify({ error: "No routes found" });
  expect(await readRoute(url, ASK)).toMatchObject({ ok: true, body: null });
});

test.each([
  [429, "Too many requests", { code: ROUTES_BUSY }],
  [400, '{"error":"The amount is no number"}', { message: "The amount is no number" }],
  [500, "<html>", { message: "it answered 500" }],
  [200, "<html>", { message: "it answered 200" }],
  [200, "{}", { message: "it has no inputMint" }],
  [200, JSON.stringify({ ...ANSWER, inAmount: "1" }), { message: "it answers another question" }],
  [200, " ".repeat(200_001), { message: "its answer is too long" }],
])("%i with %.20s is a failure that says why", async (given, text, expected) => {
  status = given;
  body = text;
  expect(await readRoute(url, ASK)).toMatchObject({ ok: false, ...expected });
});

test("a server that does not answer is a failure", async () => {
  const away = "http://127.0.0.1:1";
  expect(await readRoute(away, ASK)).toMatchObject({ ok: false, message: "it does not answer" });
});
