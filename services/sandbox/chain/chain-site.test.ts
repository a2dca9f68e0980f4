/** The chain through the sandbox: a node's client, payments, and the archive between them. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { tokenAccountOf } from "#lib/protocol/solana/find-token-account.ts";
import { TOKENS } from "#lib/protocol/solana/tokens.ts";
import { GENESIS_HASH, isSignature, USDC_MINT } from "#lib/protocol/solana.ts";
import { hasVm } from "#services/chain/testing/chain.testing.ts";
import { type ChainServer, startChainServer } from "#services/sandbox/testing/chain-server.ts";
import { walletOfRole } from "#services/sandbox/venue/roles.ts";
import { answerRpc } from "./archive/answer-rpc.ts";
import { PaymentArchive } from "./archive/archive.ts";
import { TREASURY } from "./archive/archived-transaction.ts";

const START = Date.parse("2026-03-01T12:00:00Z");
const PAST = "2026-02-01T00:00:00+01:00";
const OTHER_MINT = "Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB";
const UNKNOWN = "1".repeat(64);
const PARSED = {
  encoding: "jsonParsed",
  commitment: "finalized",
  maxSupportedTransactionVersion: 0,
};
const TREASURY_SEED = Buffer.alloc(32, 7);

const folder = mkdtempSync(join(tmpdir(), "chain-site-"));
let server: ChainServer;
/** Only goes forward, as the time of a chain does. */
let now = START;

describe.skipIf(!hasVm)("with a chain,", () => {
  beforeAll(async () => {
    server = await startChainServer(folder, { now: () => now }, TREASURY_SEED);
    now += 1_000;
  });
  afterAll(async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const post = async (path: string, body: unknown, type = "application/json") => {
    const response = await fetch(`${server.url}${path}`, {
      method: "POST",
      headers: { "content-type": type },
      body: typeof body === "string" ? body : JSON.stringify(body),
    });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
  const ask = async (method: string, params?: unknown[]) => {
    const { status, body } = await post("/solana", { jsonrpc: "2.0", id: 7, method, params });
    expect(status).toBe(200);
    expect(body).toMatchObject({ jsonrpc: "2.0", id: 7 });
    return body;
  };
  let wallets = 0;
  const newWallet = () => walletOfRole("chain-site", String(++wallets)).address;
  test("a new wallet is given SOL and USDC in one transaction", async () => {
    const recipient = newWallet();
    const { status, body } = await post("/solana/welcome", { recipient });
    expect([status, body]).toEqual([
      200,
      { signature: expect.any(String), sol: "1000000000", usdc: "10000000000" },
    ]);
    const landed = { commitment: "processed" };
    expect(await ask("getBalance", [recipient, landed])).toMatchObject({
      result: { value: 1_000_000_000 },
    });
    const account = await tokenAccountOf(recipient, USDC_MINT);
    expect(await ask("getTokenAccountBalance", [account, landed])).toMatchObject({
      result: { value: { amount: "10000000000" } },
    });
    expect((await post("/solana/welcome", { recipient: "nobody" })).status).toBe(400);
    expect((await post("/solana/welcome", { recipient, amount: "1" })).status).toBe(400);
  });

  const pay = async (order: Record<string, unknown>) => {
    const { status, body } = await post("/solana/pay", order);
    expect([status, body]).toEqual([200, expect.anything()]);
    return body as { signature: string; slot: number };
  };

  describe("a client of the node", () => {
    test("asks the chain itself, with requests and answers unchanged", async () => {
      expect((await ask("getGenesisHash")).result).toBe(GENESIS_HASH.simulated);
      const newest = (await ask("getSlot", [{ commitment: "processed" }])).result as number;
      expect((await ask("getSlot")).result).toBe(newest - 6);
      now += 400;
      expect((await ask("getSlot", [{ commitment: "processed" }])).result).toBe(newest + 4);
      // The epoch of rent is beyond what a number holds exactly: the text passes through.
      const body = { jsonrpc: "2.0", id: 1, method: "getAccountInfo", params: [USDC_MINT] };
      const request = { method: "POST", headers: { "content-type": "application/json" } };
      const [through, direct] = await Promise.all(
        [`${server.url}/solana`, server.chainUrl].map(async (url) =>
          (await fetch(url, { ...request, body: JSON.stringify(body) })).text(),
        ),
      );
      expect(through).toBe(direct);
    });

    test("sees a payment arrive: processed, confirmed, finalized, in the recipient's new account", async () => {
      const recipient = newWallet();
      const { signature, slot } = await pay({ recipient, amount: "1250.000001" });
      expect(isSignature(signature)).toBe(true);
      const status = async () => {
        const params = [[signature, UNKNOWN], { searchTransactionHistory: true }];
        return (await ask("getSignatureStatuses", params)).result;
      };
      const wanted = (confirmationStatus: string, confirmations: number | null) => ({
        context: expect.anything(),
        value: [{ slot, confirmations, confirmationStatus, err: null, status: { Ok: null } }, null],
      });
      expect(await status()).toEqual(wanted("processed", 0));
      now += 200;
      expect(await status()).toEqual(wanted("confirmed", 2));
      now += 2_000;
      expect(await status()).toEqual(wanted("finalized", null));
      const { result } = await ask("getTransaction", [signature, PARSED]);
      expect(result).toMatchObject({ slot, version: 0, meta: { err: null, fee: 5000 } });
      const { meta } = result as { meta: Record<string, object[]> };
      expect(meta.preTokenBalances).toHaveLength(1);
      expect(meta.postTokenBalances).toContainEqual(
        expect.objectContaining({
          mint: USDC_MINT,
          owner: recipient,
          uiTokenAmount: expect.objectContaining({ amount: "1250000001" }),
        }),
      );
    });

    test("learns which archived payments it asks for beside those of the chain", async () => {
      const { signature } = await pay({ recipient: newWallet(), amount: "1" });
      const { signature: past, slot } = await pay({
        recipient: newWallet(),
        amount: "2",
        at: PAST,
      });
      const { result } = await ask("getSignatureStatuses", [[past, signature, UNKNOWN]]);
      expect(result).toMatchObject({
        value: [
          { slot, confirmations: null, confirmationStatus: "finalized", err: null },
          { confirmationStatus: "processed" },
          null,
        ],
      });
    });

    test("gets an archived payment in a node's form, the failed one with unchanged balances", async () => {
      const recipient = newWallet();
      await pay({ recipient, amount: "3", mint: OTHER_MINT, at: PAST });
      const failing = { recipient, amount: "2", mint: OTHER_MINT, fails: true, at: PAST };
      const { signature } = await pay(failing);
      const err = { InstructionError: [1, { Custom: 1 }] };
      const { result } = await ask("getTransaction", [signature, PARSED]);
      expect(result).toMatchObject({
        blockTime: Date.parse(PAST) / 1_000,
        meta: { err, status: { Err: err } },
        transaction: { signatures: [signature] },
        version: 0,
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

    test("may ask for both in one body", async () => {
      const { signature } = await pay({ recipient: newWallet(), amount: "1", at: PAST });
      const { body } = await post("/solana", [
        { jsonrpc: "2.0", id: "a", method: "getHealth" },
        { jsonrpc: "2.0", id: "b", method: "getTransaction", params: [signature, PARSED] },
        { jsonrpc: "2.0", id: null, method: "toString", params: [] },
        "x",
      ]);
      expect(body).toMatchObject([
        { jsonrpc: "2.0", id: "a", result: "ok" },
        { id: "b", result: { transaction: { signatures: [signature] } } },
        { jsonrpc: "2.0", id: null, error: { code: -32601, message: "Method not found" } },
        { jsonrpc: "2.0", id: null, error: { code: -32600, message: "Invalid request" } },
      ]);
    });

    test.each([
      [{ encoding: "jsonParsed" }, -32015, /versioned|version \(0\)/],
      [{ ...PARSED, encoding: "base64" }, -32602, /jsonParsed$/],
      [{ ...PARSED, commitment: "processed" }, -32602, /below/],
    ])("gets a node's refusal about an archived payment: %j", async (config, code, message) => {
      const { signature } = await pay({ recipient: newWallet(), amount: "1", at: PAST });
      const { error } = await ask("getTransaction", [signature, config]);
      expect(error).toEqual({ code, message: expect.stringMatching(message) as unknown });
    });

    test.each([
      ["method=getHealth", "application/x-www-form-urlencoded", 415, "UNSUPPORTED_MEDIA_TYPE"],
      [`"${"x".repeat(300_000)}"`, "application/json", 413, "BODY_TOO_LARGE"],
    ])("gets a refusal for a body that is not for a node", async (body, type, status, error) => {
      expect(await post("/solana", body, type)).toMatchObject({ status, body: { error } });
    });

    test("gets a parse error for a text that is not JSON", async () => {
      expect(await post("/solana", "{")).toEqual({
        status: 200,
        body: { jsonrpc: "2.0", id: null, error: { code: -32700, message: "Parse error" } },
      });
    });
  });

  describe("a payment", () => {
    const balance = async (owner: string, mint: string) => {
      const account = await tokenAccountOf(owner, mint);
      const { result } = await ask("getTokenAccountBalance", [
        account,
        { commitment: "processed" },
      ]);
      return (result as { value: { amount: string } } | undefined)?.value.amount;
    };

    test("pays each of the chain's tokens, wrapped SOL included", async () => {
      const recipient = newWallet();
      for (const { mint, decimals } of Object.values(TOKENS)) {
        await pay({ recipient, amount: "0.5", mint });
        expect(await balance(recipient, mint)).toBe(String(5n * 10n ** BigInt(decimals - 1)));
      }
    });

    test("is made twice when it is ordered twice at once, and each has its signature", async () => {
      const recipient = newWallet();
      const orders = Array.from({ length: 20 }, () => pay({ recipient, amount: "0.000001" }));
      const signatures = (await Promise.all(orders)).map(({ signature }) => signature);
      expect(new Set(signatures).size).toBe(20);
      expect(await balance(recipient, USDC_MINT)).toBe("20");
    });

    test("that is to fail lands, fails, and moves nothing", async () => {
      const recipient = newWallet();
      const { signature, slot } = await pay({ recipient, amount: "5", fails: true });
      expect(slot).toBeGreaterThan(0);
      const { result } = await ask("getSignatureStatuses", [[signature]]);
      expect(result).toMatchObject({
        value: [{ slot, err: { InstructionError: [2, { Custom: 1 }] } }],
      });
      expect(await balance(recipient, USDC_MINT)).toBeUndefined();
    });

    const recipient = "9dVoKCQjWfy9cRZN81ApLHzhTbLWydhu9nQov1yHd7XQ";
    test.each([
      [{ recipient: "nobody", amount: "1" }, "INVALID_FIELD"],
      [{ recipient, amount: 1 }, "INVALID_FIELD"],
      [{ recipient, amount: "-1" }, "INVALID_FIELD"],
      [{ recipient, amount: "1.0000001" }, "INVALID_DECIMAL"],
      [{ recipient, amount: "0" }, "INVALID_FIELD"],
      [{ recipient, amount: "1000000000001" }, "INVALID_FIELD"],
      [{ recipient, amount: "1", mint: "USDC" }, "INVALID_FIELD"],
      [{ recipient, amount: "1", mint: OTHER_MINT }, "INVALID_FIELD"],
      [{ recipient, amount: "1", fails: "yes" }, "INVALID_FIELD"],
      [{ recipient, amount: "1", at: "yesterday" }, "INVALID_FIELD"],
      [{ recipient, amount: "1", at: "2026-02-30T00:00:00Z" }, "INVALID_FIELD"],
      [{ recipient, amount: "1", at: "2036-03-02T00:00:00Z" }, "INVALID_FIELD"],
      [{ recipient, amount: "1", delay_seconds: 1 }, "UNKNOWN_FIELD"],
      [[], "INVALID_FIELD"],
    ])("with %j is refused", async (body, error) => {
      expect(await post("/solana/pay", body)).toMatchObject({ status: 400, body: { error } });
    });
  });

  describe("the explorer", () => {
    const page = async (path: string) => {
      const response = await fetch(`${server.url}/solana${path}`, { redirect: "manual" });
      const { status, headers } = response;
      return { status, headers, html: await response.text() };
    };
    const LABEL = "Simulated chain — nothing here has a value";

    test("shows a transaction from its first slot on, and reloads until it is finalized", async () => {
      const recipient = newWallet();
      const { signature, slot } = await pay({ recipient, amount: "12.5" });
      const early = await page(`/tx/${signature}`);
      expect(early.status).toBe(200);
      for (const text of [LABEL, signature, String(slot), "✓ processed", "… confirmed"]) {
        expect(early.html).toContain(text);
      }
      expect(early.html).toContain('<meta http-equiv="refresh" content="2">');
      expect(early.headers.get("content-security-policy")).toContain("default-src 'none'");
      now += 2_000;
      const { html } = await page(`/tx/${signature}`);
      expect(html).toContain("✓ finalized");
      expect(html).not.toContain('http-equiv="refresh"');
      expect(html).toMatch(/Token<\/a>: 12\.5 USDC from .+ to .+/);
      expect(html).toContain(`+12.5 USDC: <a href="/solana/address/${recipient}">`);
      expect(html).toContain("Program log: CreateIdempotent");
    });

    test("shows why a transaction failed", async () => {
      const order = { recipient: newWallet(), amount: "7", mint: TOKENS.ETH.mint, fails: true };
      const { signature } = await pay(order);
      now += 2_000;
      const { html } = await page(`/tx/${signature}`);
      expect(html).toContain("Failed transaction");
      expect(html).toContain("&#34;Custom&#34;:1");
      expect(html).not.toContain("Balances that changed");
    });

    test("marks a payment of the archive, and lists it at its recipient", async () => {
      const recipient = newWallet();
      const { signature } = await pay({ recipient, amount: "7", at: PAST });
      const { html } = await page(`/tx/${signature}`);
      for (const text of ["Archived payment", "✓ finalized", "7 USDC", "2026-01-31 23:00:00 UTC"]) {
        expect(html).toContain(text);
      }
      expect((await page(`/address/${recipient}`)).html).toContain(`/solana/tx/${signature}`);
    });

    test("shows what an account holds, and its transactions a page at a time", async () => {
      const recipient = newWallet();
      const orders = Array.from({ length: 27 }, () => pay({ recipient, amount: "2" }));
      await Promise.all(orders);
      now += 2_000;
      const { status, html } = await page(`/address/${recipient}`);
      expect(status).toBe(200);
      expect(html).toContain("54 USDC");
      const listed = (text: string) => text.match(/\/solana\/tx\/\w+/g) ?? [];
      expect(listed(html)).toHaveLength(25);
      const older = /href="\/solana(\/address\/[^"]+\?before=\w+)"/.exec(html)?.[1] ?? "";
      const rest = listed((await page(older)).html);
      expect(rest).toHaveLength(2);
      expect(new Set([...listed(html), ...rest]).size).toBe(27);
      const holder = await page(`/address/${await tokenAccountOf(recipient, USDC_MINT)}`);
      expect(holder.html).toContain("Token account");
      expect(holder.html).toContain(recipient);
    });

    test("finds what is typed, and says when it is nothing that a chain has", async () => {
      expect((await page("")).html).toContain("Explorer");
      const { status, headers } = await page(`?q=%20${USDC_MINT}%20`);
      expect([status, headers.get("location")]).toEqual([303, `/solana/address/${USDC_MINT}`]);
      const nothing = await page("?q=%3Cscript%3E");
      expect(nothing.status).toBe(404);
      expect(nothing.html).not.toContain("<script");
      expect((await page("/else")).status).toBe(404);
    });

    test.each(["/tx/", `/tx/${UNKNOWN}`, "/tx/%3Cscript%3E", "/address/nobody"])(
      "has no page for %j",
      async (path) => {
        const { status, html } = await page(path);
        expect(status).toBe(404);
        expect(html).toContain(LABEL);
        expect(html).not.toContain("<script");
      },
    );
  });
});

describe("while the chain is away", () => {
  const archive = new PaymentArchive({
    path: join(mkdtempSync(join(tmpdir(), "archive-")), "chain.jsonl"),
    clock: { now: () => START },
  });
  const { signature } = archive.add({ recipient: USDC_MINT, amount: "1", at: START - 1_000 });
  const away = { ask: () => Promise.reject(new Error("away")) };
  const ask = async (node: typeof away | undefined, ...requests: object[]) =>
    JSON.parse(
      await answerRpc(
        { archive, node },
        JSON.stringify(requests.map((one, id) => ({ jsonrpc: "2.0", id, params: [], ...one }))),
      ),
    ) as unknown;
  const unhealthy = { code: -32005, message: "Node is unhealthy", data: { numSlotsBehind: null } };

  test("the archive goes on, and every other request gets a node's own error", async () => {
    const answers = await ask(
      away,
      { method: "getSlot" },
      { method: "getTransaction", params: [signature, PARSED] },
      { method: "getSignatureStatuses", params: [[signature]] },
      { method: "getSignatureStatuses", params: [[signature, UNKNOWN]] },
      { method: "getGenesisHash" },
    );
    expect(answers).toMatchObject([
      { id: 0, error: unhealthy },
      { id: 1, result: { transaction: { signatures: [signature] } } },
      { id: 2, result: { value: [{ confirmationStatus: "finalized" }] } },
      { id: 3, error: unhealthy },
      { id: 4, error: unhealthy },
    ]);
  });

  test("a machine without a chain still knows the network of its archive", async () => {
    expect(await ask(undefined, { method: "getGenesisHash" }, { method: "getSlot" })).toMatchObject(
      [
        { id: 0, result: GENESIS_HASH.simulated },
        { id: 1, error: unhealthy },
      ],
    );
  });
});
