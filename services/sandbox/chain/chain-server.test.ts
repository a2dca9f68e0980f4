/** The simulated chain over HTTP, for a node's client and for a person with a browser. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { decodePublicKey } from "#lib/protocol/signing/signing.ts";
import { GENESIS_HASH, isSignature, USDC_MINT } from "#lib/protocol/solana/networks.ts";
import { type ChainServer, startChainServer } from "#services/sandbox/testing/chain-server.ts";
import { TREASURY, tokenAccountOf } from "./transaction-answer.ts";

const START = Date.parse("2026-03-01T12:00:00.700Z");
const OTHER_MINT = "Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB";
const UNKNOWN = "1".repeat(64);
const PARSED = {
  encoding: "jsonParsed",
  commitment: "finalized",
  maxSupportedTransactionVersion: 0,
};
const TOKEN_PROGRAM = "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA";

const folder = mkdtempSync(join(tmpdir(), "chain-"));
let server: ChainServer;
let now = START;
beforeAll(async () => {
  server = await startChainServer(folder, { now: () => now });
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(() => {
  now = START;
});

async function post(path: string, body: unknown, type = "application/json") {
  const response = await fetch(`${server.url}${path}`, {
    method: "POST",
    headers: { "content-type": type },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

const ask = async (method: string, params?: unknown[]) => {
  const { status, body } = await post("/solana", { jsonrpc: "2.0", id: 7, method, params });
  expect(status).toBe(200);
  expect(body).toMatchObject({ jsonrpc: "2.0", id: 7 });
  return body;
};

/** A wallet without payments. */
let wallets = 0;
const newWallet = () => tokenAccountOf("a wallet", String(++wallets));

async function pay(order: Record<string, unknown>): Promise<{ signature: string; slot: number }> {
  const { status, body } = await post("/solana/pay", order);
  expect(status).toBe(200);
  return body as { signature: string; slot: number };
}

describe("a client of the node", () => {
  test("gets the network, the health and the slots", async () => {
    expect((await ask("getGenesisHash")).result).toBe(GENESIS_HASH.simulated);
    expect((await ask("getHealth")).result).toBe("ok");
    const newest = (await ask("getSlot", [{ commitment: "processed" }])).result as number;
    expect((await ask("getSlot")).result).toBe(newest - 5);
    now += 400;
    expect((await ask("getSlot", [{ commitment: "processed" }])).result).toBe(newest + 1);
  });

  test("gets a finalized payment in a node's form, with the account that it created", async () => {
    const recipient = newWallet();
    const { signature, slot } = await pay({ recipient, amount: "1250.000001" });
    expect(isSignature(signature)).toBe(true);
    now += 2_000;
    const balance = (accountIndex: number, owner: string, amount: string, text: string) => ({
      accountIndex,
      mint: USDC_MINT,
      owner,
      programId: TOKEN_PROGRAM,
      uiTokenAmount: { amount, decimals: 6, uiAmount: Number(text), uiAmountString: text },
    });
    const { result } = await ask("getTransaction", [signature, PARSED]);
    expect(result).toMatchObject({
      blockTime: Math.floor(START / 1_000),
      slot,
      version: 0,
      meta: { err: null, fee: 5000, status: { Ok: null }, rewards: [], innerInstructions: [] },
      transaction: { signatures: [signature] },
    });
    const { meta, transaction } = result as {
      meta: Record<string, { owner: string }[]>;
      transaction: { message: { accountKeys: { pubkey: string; signer: boolean }[] } };
    };
    const has = "999999998749.999999";
    expect(meta.preTokenBalances).toEqual([
      balance(1, TREASURY, "1000000000000000000", "1000000000000"),
    ]);
    expect(meta.postTokenBalances).toEqual([
      balance(1, TREASURY, has.replace(".", ""), has),
      balance(2, recipient, "1250000001", "1250.000001"),
    ]);
    const { accountKeys } = transaction.message;
    expect(accountKeys[0]).toMatchObject({ pubkey: TREASURY, signer: true });
    expect(accountKeys[2]?.pubkey).toBe(tokenAccountOf(recipient, USDC_MINT));
    expect(accountKeys.filter(({ signer }) => signer)).toHaveLength(1);
    for (const { pubkey } of accountKeys) expect(decodePublicKey(pubkey)).toHaveLength(32);
    for (const name of ["preBalances", "postBalances"]) {
      expect(meta[name]).toHaveLength(accountKeys.length);
    }
    const lamports = (name: string) =>
      (meta[name] as unknown as number[]).reduce((sum, one) => sum + one, 0);
    expect(lamports("preBalances") - lamports("postBalances")).toBe(5_000);
  });

  test("learns of a payment before it is finalized only from its status", async () => {
    const { signature, slot } = await pay({
      recipient: newWallet(),
      amount: "5",
      delay_seconds: 60,
    });
    const status = async () => {
      const params = [[signature, UNKNOWN], { searchTransactionHistory: true }];
      return (await ask("getSignatureStatuses", params)).result;
    };
    const wanted = (confirmationStatus: string, confirmations: number | null) => ({
      context: { slot: expect.any(Number), apiVersion: expect.any(String) },
      value: [{ slot, confirmations, confirmationStatus, err: null, status: { Ok: null } }, null],
    });
    const found = async (commitment: string) =>
      (await ask("getTransaction", [signature, { ...PARSED, commitment }])).result !== null;
    expect(await status()).toEqual(wanted("processed", 0));
    expect(await found("confirmed")).toBe(false);
    now += 4_000;
    expect(await status()).toEqual(wanted("confirmed", 10));
    expect([await found("confirmed"), await found("finalized")]).toEqual([true, false]);
    now += 55_999;
    expect(await status()).toEqual(wanted("confirmed", 31));
    expect(await found("finalized")).toBe(false);
    now += 1;
    expect(await status()).toEqual(wanted("finalized", null));
    expect(await found("finalized")).toBe(true);
  });

  test("gets a failed payment with its error, and with unchanged balances", async () => {
    const recipient = newWallet();
    await pay({ recipient, amount: "3", mint: OTHER_MINT });
    const at = "2026-02-01T00:00:00+01:00";
    const { signature } = await pay({ recipient, amount: "2", mint: OTHER_MINT, fails: true, at });
    const err = { InstructionError: [1, { Custom: 1 }] };
    const { result } = await ask("getTransaction", [signature, PARSED]);
    expect(result).toMatchObject({
      blockTime: Date.parse("2026-01-31T23:00:00Z") / 1_000,
      meta: { err, status: { Err: err } },
    });
    const { meta } = result as { meta: Record<string, unknown> };
    expect(meta.postTokenBalances).toEqual(meta.preTokenBalances);
    expect(meta.postTokenBalances).toMatchObject([
      { owner: TREASURY, mint: OTHER_MINT },
      { owner: recipient, mint: OTHER_MINT, uiTokenAmount: { amount: "3000000" } },
    ]);
    const { result: status } = await ask("getSignatureStatuses", [[signature]]);
    expect(status).toMatchObject({ value: [{ err, confirmationStatus: "finalized" }] });
  });

  test("gets null for an unknown transaction, without an error", async () => {
    expect(await ask("getTransaction", [UNKNOWN, PARSED])).toHaveProperty("result", null);
  });

  test("may send several requests in one body", async () => {
    const { body } = await post("/solana", [
      { jsonrpc: "2.0", id: "a", method: "getHealth" },
      { jsonrpc: "2.0", id: null, method: "getBalance", params: [] },
      "x",
    ]);
    expect(body).toEqual([
      { jsonrpc: "2.0", id: "a", result: "ok" },
      { jsonrpc: "2.0", id: null, error: { code: -32601, message: "Method not found" } },
      { jsonrpc: "2.0", id: null, error: { code: -32600, message: "Invalid request" } },
    ]);
  });

  test.each([
    ["sendTransaction", ["AQ"], -32601, "Method not found"],
    ["toString", [], -32601, "Method not found"],
    ["getTransaction", ["abc", PARSED], -32602, "Invalid param: WrongSize"],
    ["getTransaction", [UNKNOWN, { ...PARSED, encoding: "base64" }], -32602, /jsonParsed$/],
    ["getTransaction", [UNKNOWN, { ...PARSED, commitment: "processed" }], -32602, /below/],
    ["getTransaction", [UNKNOWN, { ...PARSED, commitment: "max" }], -32602, /^Invalid param/],
    ["getSignatureStatuses", [["abc"]], -32602, "Invalid param: WrongSize"],
    ["getSignatureStatuses", [UNKNOWN], -32602, /^Invalid param/],
    ["getSlot", ["finalized"], -32602, /^Invalid param/],
  ])("gets a node's refusal: %s %j", async (method, params, code, message) => {
    const { error } = await ask(method, params);
    const text: unknown = typeof message === "string" ? message : expect.stringMatching(message);
    expect(error).toEqual({ code, message: text });
  });

  test("has to support versioned transactions", async () => {
    const at = "2026-02-01T00:00:00Z";
    const { signature } = await pay({ recipient: newWallet(), amount: "1", at });
    const { error } = await ask("getTransaction", [signature, { encoding: "jsonParsed" }]);
    expect(error).toMatchObject({ code: -32015 });
  });

  test.each([
    ["no method", {}],
    ["another version", { jsonrpc: "1.0", id: 1, method: "getHealth" }],
    ["no id", { jsonrpc: "2.0", method: "getHealth" }],
    ["an empty list", []],
  ])("gets Invalid request for %s", async (_, body) => {
    expect(await post("/solana", body)).toEqual({
      status: 200,
      body: { jsonrpc: "2.0", id: null, error: { code: -32600, message: "Invalid request" } },
    });
  });

  test.each([
    ["{", "application/json", 400, "MALFORMED_BODY"],
    ["method=getHealth", "application/x-www-form-urlencoded", 415, "UNSUPPORTED_MEDIA_TYPE"],
    [`"${"x".repeat(5_000)}"`, "application/json", 413, "BODY_TOO_LARGE"],
  ])("gets a refusal for a body %s of %s", async (body, type, status, error) => {
    expect(await post("/solana", body, type)).toMatchObject({ status, body: { error } });
  });
});

describe("a payment is refused", () => {
  const recipient = "9dVoKCQjWfy9cRZN81ApLHzhTbLWydhu9nQov1yHd7XQ";
  test.each([
    [{ recipient: "nobody", amount: "1" }, "INVALID_FIELD"],
    [{ recipient, amount: 1 }, "INVALID_FIELD"],
    [{ recipient, amount: "-1" }, "INVALID_FIELD"],
    [{ recipient, amount: "1.0000001" }, "INVALID_DECIMAL"],
    [{ recipient, amount: "0" }, "INVALID_FIELD"],
    [{ recipient, amount: "1", mint: "USDC" }, "INVALID_FIELD"],
    [{ recipient, amount: "1", fails: "yes" }, "INVALID_FIELD"],
    [{ recipient, amount: "1", at: "yesterday" }, "INVALID_FIELD"],
    [{ recipient, amount: "1", at: "2026-02-30T00:00:00Z" }, "INVALID_FIELD"],
    [{ recipient, amount: "1", at: "2026-03-02T00:00:00Z" }, "INVALID_FIELD"],
    [{ recipient, amount: "1", delay_seconds: 3601 }, "INVALID_FIELD"],
    [{ recipient, amount: "1", memo: "for you" }, "UNKNOWN_FIELD"],
    [[], "INVALID_FIELD"],
  ])("with %j", async (body, error) => {
    expect(await post("/solana/pay", body)).toMatchObject({ status: 400, body: { error } });
  });
});

describe("the page of a payment", () => {
  const page = async (signature: string) => {
    const response = await fetch(`${server.url}/solana/tx/${signature}`);
    return { status: response.status, headers: response.headers, html: await response.text() };
  };
  const LABEL = "Simulated chain — no money was moved";

  test("shows the amounts and recipients, and reloads until it is finalized", async () => {
    const recipient = newWallet();
    const { signature, slot } = await pay({ recipient, amount: "12.5" });
    const early = await page(signature);
    expect(early.status).toBe(200);
    for (const text of [LABEL, "12.500000 USDC", recipient, signature, String(slot), "processed"]) {
      expect(early.html).toContain(text);
    }
    expect(early.html).toContain("2026-03-01 12:00:00 UTC");
    expect(early.html).toContain('<meta http-equiv="refresh" content="2">');
    expect(early.headers.get("content-security-policy")).toContain("default-src 'none'");
    now += 2_000;
    const { html } = await page(signature);
    expect(html).toContain("finalized");
    expect(html).not.toContain('http-equiv="refresh"');
  });

  test("shows that a payment failed, and that another token is not USDC", async () => {
    const order = { recipient: newWallet(), amount: "7", mint: OTHER_MINT, fails: true };
    const { html } = await page((await pay(order)).signature);
    expect(html).toContain("Failed payment of 7.000000 of another token");
    expect(html).toContain("nothing arrived");
  });

  test.each(["", UNKNOWN, "%3Cscript%3E"])("does not exist for %j", async (signature) => {
    const { status, html } = await page(signature);
    expect(status).toBe(404);
    expect(html).toContain(LABEL);
    expect(html).not.toContain("<script");
  });
});
