import http from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { jsonGet, keepAliveAgent, UpstreamError } from "#lib/platform/http-client.ts";
import { createVenueClient } from "./client.ts";

let server: http.Server | undefined;
afterEach(async () => {
  server?.closeAllConnections();
  await new Promise((resolve) => (server === undefined ? resolve(0) : server.close(resolve)));
  server = undefined;
});

async function serve(handler: http.RequestListener): Promise<string> {
  const started = http.createServer(handler);
  server = started;
  await new Promise<void>((resolve) => started.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(started.address() as AddressInfo).port}`;
}

async function failureOf(promise: Promise<unknown>): Promise<UpstreamError> {
  const thrown: unknown = await promise.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (!(thrown instanceof UpstreamError))
    throw new Error(`not an UpstreamError: ${String(thrown)}`);
  return thrown;
}

describe("a read of the venue fails in defined ways only", () => {
  test("silence is a timeout, also in the middle of the body", async () => {
    const url = await serve((_request, response) => {
      response.writeHead(200).write('{"server_');
    });
    expect((await failureOf(createVenueClient(url, 100).time())).failure).toBe("timeout");
  });

  test("nobody there is unreachable", async () => {
    const failure = await failureOf(createVenueClient("http://127.0.0.1:1").time());
    expect(failure.failure).toBe("unreachable");
  });

  test("an error status is kept", async () => {
    const url = await serve((_request, response) => response.writeHead(503).end("{}"));
    expect(await failureOf(createVenueClient(url).time())).toMatchObject({
      failure: "status",
      status: 503,
    });
  });

  test.each([
    ["7", 7_000],
    ["0", 0],
    ["86400", 60_000],
    ["99999999999999999999999", 60_000],
    ["-1", undefined],
    ["soon", undefined],
    [undefined, undefined],
  ])("a 429 tells how long to wait, a minute at most: Retry-After %s", async (header, waitMs) => {
    const url = await serve((_request, response) => {
      if (header !== undefined) response.setHeader("retry-after", header);
      response.writeHead(429).end("{}");
    });
    const failure = await failureOf(createVenueClient(url).time());
    expect([failure.failure, failure.status, failure.retryAfterMs]).toEqual([
      "status",
      429,
      waitMs,
    ]);
  });

  test("an answer beyond the limit is cut off", async () => {
    const url = await serve((_request, response) => response.end(`"${"x".repeat(5_000)}"`));
    const options = { agent: keepAliveAgent(url), timeoutMs: 1_000, maxBytes: 1_000 };
    expect((await failureOf(jsonGet(url, options))).failure).toBe("too_large");
  });

  test.each([
    ["no JSON", "<html>"],
    ["another shape", '{"server_time":"soon"}'],
  ])("%s is unexpected", async (_name, body) => {
    const url = await serve((_request, response) => response.end(body));
    expect((await failureOf(createVenueClient(url).time())).failure).toBe("unexpected");
  });

  test("a redirect is not followed", async () => {
    const url = await serve((_request, response) =>
      response.writeHead(302, { location: "http://127.0.0.1:1/" }).end(),
    );
    expect(await failureOf(createVenueClient(url).time())).toMatchObject({ status: 302 });
  });

  test("a connection that the venue closed while it was idle is replaced without a failure", async () => {
    let seen = 0;
    const url = await serve((request, response) => {
      seen += 1;
      if (seen === 2) request.socket.resetAndDestroy();
      else response.end('{"server_time":5}');
    });
    const venue = createVenueClient(url);
    expect([await venue.time(), await venue.time()]).toEqual([5, 5]);
    expect(seen).toBe(3);
    venue.close();
  });

  test("the book keeps the venue's own order of prices", async () => {
    const text = '{"asks":{"100.5":"1","101":"2"},\n"bids":{"99.5":"1","99":"3"}}';
    const url = await serve((_request, response) => response.end(text));
    const { json, book } = await createVenueClient(url).orderBook("BTCUSDC", 60);
    expect(json).toBe(text.replace("\n", " "));
    expect(book.bids["99"]).toBe("3");
  });
});
