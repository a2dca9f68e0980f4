import http from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { Secret } from "#lib/kernel/env.ts";
import { UpstreamError } from "#lib/kernel/http/http-client.ts";
import { createFeeFeed, type FeeFeed } from "./fee-feed.ts";

const KEY = `partner_${"0b".repeat(32)}`;
const ACCOUNT = "4zvwRjXUKGfvwnParsHAS3HuSVzV5cA4McphgmoCtajS";

let server: http.Server | undefined;
let feed: FeeFeed | undefined;
afterEach(async () => {
  feed?.close();
  server?.closeAllConnections();
  await new Promise((resolve) => (server === undefined ? resolve(0) : server.close(resolve)));
  server = undefined;
});

async function serve(handler: http.RequestListener, timeoutMs = 5_000): Promise<FeeFeed> {
  const started = http.createServer(handler);
  server = started;
  await new Promise<void>((resolve) => started.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(started.address() as AddressInfo).port}`;
  feed = createFeeFeed({ url, key: new Secret(KEY), timeoutMs });
  return feed;
}

/** Gives every request the same answer, and records the requests. */
async function answering(body: unknown, status = 200) {
  const requests: { line: string; headers: http.IncomingHttpHeaders; body: string }[] = [];
  const client = await serve((request, response) => {
    let text = "";
    request.on("data", (chunk: Buffer) => (text += chunk.toString()));
    request.on("end", () => {
      const line = `${request.method} ${request.url}`;
      requests.push({ line, headers: request.headers, body: text });
      const json = typeof body === "string" ? body : JSON.stringify(body);
      response.writeHead(status, { "content-type": "application/json" }).end(json);
    });
  });
  return { client, requests };
}

async function failureOf(promise: Promise<unknown>): Promise<UpstreamError> {
  const thrown: unknown = await promise.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (!(thrown instanceof UpstreamError)) throw new Error(`no UpstreamError: ${String(thrown)}`);
  return thrown;
}

const record = (seq: number, changed: object = {}) => ({
  seq,
  account: ACCOUNT,
  market: "BTCUSDC",
  trade_id: 9,
  order_id: "12",
  gross: "2.88",
  charged: "2.592",
  liquidity: "TAKER",
  source: "perp",
  created_at: 1_800_000_000_000,
  ...changed,
});

const READS: [string, (client: FeeFeed, signal?: AbortSignal) => Promise<unknown>][] = [
  ["a page of fees", (client, signal) => client.readFees(0, signal)],
  ["a discount", (client, signal) => client.setFeeDiscount(ACCOUNT, 100_000, signal)],
];

describe("a page of fees", () => {
  test("is requested after a sequence number, with the key, in the venue's largest size", async () => {
    const body = { results: [record(8), record(11, { order_id: null })], next: "11" };
    const { client, requests } = await answering(body);
    const page = await client.readFees(7n);
    expect(page.next).toBe(11);
    expect(page.fees.map(({ seq, orderId }) => [seq, orderId])).toEqual([
      [8, "12"],
      [11, null],
    ]);
    expect(page.fees[0]).toEqual({
      seq: 8,
      account: ACCOUNT,
      market: "BTCUSDC",
      tradeId: 9,
      orderId: "12",
      gross: "2.88",
      charged: "2.592",
      liquidity: "TAKER",
      source: "perp",
      createdAt: 1_800_000_000_000,
    });
    expect(requests[0]?.line).toBe("GET /v1/operator/fees?after_seq=7&page_size=1000");
    expect(requests[0]?.headers.authorization).toBe(`Bearer ${KEY}`);
  });

  test("may be empty", async () => {
    const { client } = await answering({ results: [], next: null });
    expect(await client.readFees(0)).toEqual({ fees: [], next: null });
  });

  test("of the largest size and longest records is taken", async () => {
    const results = Array.from({ length: 1_000 }, (_, at) =>
      record(9_007_199_254_740_000 - 1_000 + at, {
        market: "X".repeat(20),
        trade_id: Number.MAX_SAFE_INTEGER,
        order_id: "9".repeat(16),
        gross: `${"9".repeat(22)}.123456789`,
        charged: `${"9".repeat(22)}.123456789`,
      }),
    );
    const { client } = await answering({ results, next: null });
    expect((await client.readFees(0)).fees).toHaveLength(1_000);
  });

  test.each([
    ["a number for money", { charged: 2.592 }],
    ["a negative fee", { charged: "-1" }],
    ["an exponent", { gross: "1e3" }],
    ["an unknown side", { liquidity: "BOTH" }],
    ["an unknown source", { source: "gift" }],
    ["a sequence number that is no integer", { seq: 8.5 }],
    ["no account", { account: undefined }],
  ])("with %s is unexpected as a whole", async (_name, changed) => {
    const { client } = await answering({ results: [record(8), record(9, changed)], next: null });
    expect((await failureOf(client.readFees(7))).failure).toBe("unexpected");
  });

  test.each([
    ["begins at what was consumed", [7, 8], null],
    ["repeats a fee", [8, 8], null],
    ["goes backwards", [9, 8], null],
    ["goes on elsewhere than at its end", [8, 9], "10"],
    ["is empty and goes on", [], "7"],
  ])("that %s is not taken", async (_name, seqs, next) => {
    const { client } = await answering({ results: seqs.map((seq) => record(seq)), next });
    expect((await failureOf(client.readFees(7))).failure).toBe("unexpected");
  });
});

describe("a discount", () => {
  test("is posted to the account's own address", async () => {
    const answer = { account: ACCOUNT, fee_discount_ppm: 100_000 };
    const { client, requests } = await answering(answer);
    await client.setFeeDiscount(ACCOUNT, 100_000);
    expect(requests[0]).toMatchObject({
      line: `POST /v1/operator/accounts/${ACCOUNT}/fee-discount`,
      body: '{"fee_discount_ppm":100000}',
      headers: { authorization: `Bearer ${KEY}`, "content-type": "application/json" },
    });
  });

  test("never leaves its path", async () => {
    const account = "../fees?x=";
    const { client, requests } = await answering({ account, fee_discount_ppm: 1 });
    await client.setFeeDiscount(account, 1);
    expect(requests[0]?.line).toBe("POST /v1/operator/accounts/..%2Ffees%3Fx%3D/fee-discount");
  });

  test.each([
    ["of another account", { account: "x", fee_discount_ppm: 100_000 }],
    ["of another size", { account: ACCOUNT, fee_discount_ppm: 0 }],
    ["that is no answer", {}],
  ])("%s is unexpected", async (_name, answer) => {
    const { client } = await answering(answer);
    const failure = await failureOf(client.setFeeDiscount(ACCOUNT, 100_000));
    expect(failure.failure).toBe("unexpected");
  });
});

describe.each(READS)("%s fails in defined ways only", (_name, ask) => {
  test("silence is a timeout, also in the middle of the body", async () => {
    const client = await serve((_request, response) => void response.writeHead(200).write("{"), 50);
    expect((await failureOf(ask(client))).failure).toBe("timeout");
  });

  test("nobody there is unreachable", async () => {
    const client = createFeeFeed({ url: "http://127.0.0.1:1", key: new Secret(KEY) });
    expect((await failureOf(ask(client))).failure).toBe("unreachable");
  });

  test("a refusal keeps status and code, and does not reveal the key", async () => {
    const { client } = await answering({ error: "OPERATOR_ONLY", message: "no" }, 403);
    const failure = await failureOf(ask(client));
    expect(failure).toMatchObject({ failure: "status", status: 403, code: "OPERATOR_ONLY" });
    expect(failure.message).toContain("403 OPERATOR_ONLY");
    expect(`${failure.message}${failure.stack}`).not.toContain("partner_");
  });

  test("a 429 keeps the time to wait", async () => {
    const client = await serve((_request, response) =>
      response.writeHead(429, { "retry-after": "7" }).end('{"error":"RATE_LIMITED"}'),
    );
    expect(await failureOf(ask(client))).toMatchObject({ status: 429, retryAfterMs: 7_000 });
  });

  test("a page of another server is a status without a code", async () => {
    const { client } = await answering("<html>", 502);
    expect(await failureOf(ask(client))).toMatchObject({ status: 502, code: undefined });
  });

  test.each(["<html>", "null", "[]", '{"results":{}}'])("%s is unexpected", async (body) => {
    const { client } = await answering(body);
    expect((await failureOf(ask(client))).failure).toBe("unexpected");
  });

  test("an answer beyond the limit is cut off", async () => {
    const { client } = await answering(JSON.stringify("x".repeat(1_000_001)));
    expect((await failureOf(ask(client))).failure).toBe("too_large");
  });

  test("a redirect is not followed: the key goes nowhere else", async () => {
    let requestCount = 0;
    const client = await serve((_request, response) => {
      requestCount += 1;
      response.writeHead(302, { location: "/elsewhere" }).end();
    });
    expect(await failureOf(ask(client))).toMatchObject({ failure: "status", status: 302 });
    expect(requestCount).toBe(1);
  });

  test("an abort is reported, before and during the request", async () => {
    const controller = new AbortController();
    const client = await serve(() => controller.abort());
    expect((await failureOf(ask(client, controller.signal))).failure).toBe("aborted");
    expect((await failureOf(ask(client, AbortSignal.abort()))).failure).toBe("aborted");
  });
});
