/** A page of the venue's notices is checked as a whole: nothing is skipped, repeated or misread. */
import http from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { Secret } from "#lib/kernel/env.ts";
import { UpstreamError } from "#lib/kernel/http/http-client.ts";
import {
  closedOrder,
  liquidationNotice,
  marginNotice,
  orderNotice,
  transferNotice,
} from "#lib/protocol/wire/venue-notices.testing.ts";
import { compareNoticeIds, type NoticeFeed } from "#lib/protocol/wire/venue-notices.ts";
import { createNoticeFeed } from "./notice-feed.ts";

const KEY = `reader_${"0c".repeat(32)}`;

let server: http.Server | undefined;
let feed: NoticeFeed | undefined;
afterEach(async () => {
  feed?.close();
  server?.closeAllConnections();
  await new Promise((resolve) => (server === undefined ? resolve(0) : server.close(resolve)));
  server = undefined;
});

async function serve(handler: http.RequestListener, timeoutMs = 5_000): Promise<NoticeFeed> {
  const started = http.createServer(handler);
  server = started;
  await new Promise<void>((resolve) => started.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(started.address() as AddressInfo).port}`;
  feed = createNoticeFeed({ url, key: new Secret(KEY), timeoutMs });
  return feed;
}

/** Gives every request the same answer, and records the requests. */
async function answering(body: unknown, status = 200) {
  const requests: { line: string; key: string | undefined }[] = [];
  const client = await serve((request, response) => {
    const { method, url, headers } = request;
    requests.push({ line: `${method} ${url}`, key: headers.authorization });
    const json = typeof body === "string" ? body : JSON.stringify(body);
    response.writeHead(status, { "content-type": "application/json" }).end(json);
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

describe("a page of notices", () => {
  test("is requested behind an id, with the reader key", async () => {
    const results = [
      orderNotice({ id: "10-2" }),
      transferNotice({}, { id: "10-11" }),
      marginNotice({}, { id: "11-0" }),
      liquidationNotice({ id: "12-0" }),
    ];
    const { client, requests } = await answering({ results, next: "12-0", last: "90-1" });
    expect(await client.readNotices("9-30")).toEqual({
      notices: results,
      next: "12-0",
      last: "90-1",
    });
    expect(requests).toEqual([
      { line: "GET /v1/operator/notices?after=9-30&page_size=500", key: `Bearer ${KEY}` },
    ]);
  });

  test("without a place is where the journal ends", async () => {
    const { client, requests } = await answering({ results: [], next: null, last: "90-1" });
    expect(await client.readNotices(undefined)).toEqual({ notices: [], next: null, last: "90-1" });
    expect(requests[0]?.line).toBe("GET /v1/operator/notices?page_size=500");
  });

  test("of the largest size and longest orders is taken", async () => {
    const long = { client_id: "c".repeat(64), price: `${"9".repeat(22)}.123456789` };
    const results = Array.from({ length: 500 }, (_, index) =>
      orderNotice({ id: `999999999999999-${index}`, order: closedOrder(long) }),
    );
    const { client } = await answering({ results, next: null, last: "999999999999999-500" });
    expect((await client.readNotices("1-0")).notices).toHaveLength(500);
  });

  test.each([
    ["begins at what was read", ["9-30", "10-0"], null],
    ["repeats a notice", ["10-0", "10-0"], null],
    ["goes backwards within a block", ["10-11", "10-2"], null],
    ["goes on elsewhere than at its end", ["10-0", "10-1"], "10-2"],
    ["is empty and goes on", [], "9-30"],
  ])("that %s is not taken", async (_name, ids, next) => {
    const results = ids.map((id) => orderNotice({ id }));
    const { client } = await answering({ results, next, last: "90-0" });
    expect((await failureOf(client.readNotices("9-30"))).failure).toBe("unexpected");
  });

  test("with notices although no place was given is not taken", async () => {
    const { client } = await answering({ results: [orderNotice()], next: null, last: "90-0" });
    expect((await failureOf(client.readNotices(undefined))).failure).toBe("unexpected");
  });

  test.each([
    ["a number for money", { ...orderNotice(), filled: { size: 1 } }],
    ["an unknown type", { ...orderNotice(), type: "gift" }],
    ["an id of another form", { ...orderNotice(), id: "10" }],
    ["no account", { ...orderNotice(), account: undefined }],
  ])("with %s is unexpected as a whole", async (_name, changed) => {
    const results = [orderNotice({ id: "9-1" }), changed];
    const { client } = await answering({ results, next: null, last: "90-0" });
    expect((await failureOf(client.readNotices("9-0"))).failure).toBe("unexpected");
  });
});

describe("a read fails in defined ways only", () => {
  test("silence is a timeout, also in the middle of the body", async () => {
    const client = await serve((_request, response) => void response.writeHead(200).write("{"), 50);
    expect((await failureOf(client.readNotices("1-0"))).failure).toBe("timeout");
  });

  test("a refusal keeps status and code, and does not reveal the key", async () => {
    const { client } = await answering({ error: "OPERATOR_ONLY", message: "no" }, 403);
    const failure = await failureOf(client.readNotices("1-0"));
    expect(failure).toMatchObject({ failure: "status", status: 403, code: "OPERATOR_ONLY" });
    expect(`${failure.message}${failure.stack}`).not.toContain("reader_");
  });

  test("an answer beyond the limit is cut off", async () => {
    const { client } = await answering(JSON.stringify("x".repeat(3_000_001)));
    expect((await failureOf(client.readNotices("1-0"))).failure).toBe("too_large");
  });

  test("an abort is reported", async () => {
    const controller = new AbortController();
    const client = await serve(() => controller.abort());
    const read = client.readNotices("1-0", controller.signal);
    expect((await failureOf(read)).failure).toBe("aborted");
  });
});

test("ids compare by block and place as numbers", () => {
  const ids = ["10-2", "9-30", "10-11", "100-0"];
  expect(ids.toSorted(compareNoticeIds)).toEqual(["9-30", "10-2", "10-11", "100-0"]);
});
