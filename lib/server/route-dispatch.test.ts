import http, { type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { respond } from "#lib/platform/http/reply.ts";
import { route } from "./route.ts";
import { dispatchRoutes } from "./route-dispatch.ts";

let server: Server;
let url: string;

const read = route({ credential: "public", query: z.strictObject({ a: z.string() }) }, (call) => {
  if (call.input.request.headers.get("if-none-match") === '"1"') return respond(304);
  return respond(200, { a: call.input.query.a }, { etag: '"1"', "cache-control": "no-cache" });
});

beforeEach(async () => {
  const answer = dispatchRoutes(new Map([["/read", { GET: read }]]), async (_request, response) => {
    response.end("other");
  });
  server = http.createServer((request, response) => {
    response.setHeader("RateLimit-Limit", 600);
    void answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterEach(() => {
  server.closeAllConnections();
  server.close();
});

test("a path of the table is answered by its handler, with its headers and those that were there", async () => {
  const answer = await fetch(`${url}/read?a=%C3%A9`);
  expect([answer.status, await answer.json()]).toEqual([200, { a: "é" }]);
  const headers = ["etag", "cache-control", "ratelimit-limit", "x-content-type-options"];
  expect(headers.map((name) => answer.headers.get(name))).toEqual([
    '"1"',
    "no-cache",
    "600",
    "nosniff",
  ]);
  expect(answer.headers.get("x-request-id")).toMatch(/^req_/);
});

test("HEAD has the headers of GET and no body", async () => {
  const [got, head] = await Promise.all([
    fetch(`${url}/read?a=1`),
    fetch(`${url}/read?a=1`, { method: "HEAD" }),
  ]);
  for (const name of ["etag", "cache-control", "content-length"]) {
    expect(head.headers.get(name)).toBe(got.headers.get(name));
  }
  expect([head.status, await head.text()]).toEqual([200, ""]);
});

test("a validator reaches the handler, and 304 has no body", async () => {
  const answer = await fetch(`${url}/read?a=1`, { headers: { "if-none-match": '"1"' } });
  expect([answer.status, await answer.text()]).toEqual([304, ""]);
});

test("a refusal of the handler has the usual form", async () => {
  const answer = await fetch(`${url}/read?b=1`);
  expect([answer.status, ((await answer.json()) as { error: string }).error]).toEqual([
    400,
    "MALFORMED_QUERY",
  ]);
});

test.each([
  ["another path", "/read/more", "GET"],
  ["another method", "/read?a=1", "POST"],
])("%s goes on", async (_name, path, method) => {
  expect(await (await fetch(url + path, { method })).text()).toBe("other");
});
