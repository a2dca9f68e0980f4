import http, { type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { respond } from "#lib/platform/http/reply.ts";
import { withCors } from "./cors.ts";
import { route } from "./route.ts";
import { dispatchRoutes } from "./route-dispatch.ts";
import { RouteTable } from "./route-table.ts";

let server: Server;
let url: string;

const read = route({ credential: "public", query: z.strictObject({ a: z.string() }) }, (call) => {
  if (call.input.request.headers.get("if-none-match") === '"1"') return respond(304);
  return respond(200, { a: call.input.query.a }, { etag: '"1"', "cache-control": "no-cache" });
});

const show = route(
  { credential: "public", params: z.strictObject({ id: z.string() }) },
  (call) => call.input.params,
);
const text = "a line\n".repeat(1_000);

let failFile: () => void;

/** A file whose first part is sent, and whose second part fails when `failFile` is called. */
function failingFile(): Response {
  const parts = [new TextEncoder().encode("a,b\n")];
  const failed = new Promise<void>((resolve) => {
    failFile = resolve;
  });
  const body = new ReadableStream({
    pull: async (controller) => {
      const part = parts.shift();
      if (part !== undefined) return controller.enqueue(part);
      await failed;
      controller.error(new Error("the rest cannot be read"));
    },
  });
  return new Response(body, { headers: { "content-disposition": 'attachment; filename="a.csv"' } });
}

beforeEach(async () => {
  const routes = new RouteTable([
    ["/read", { GET: read }],
    ["/things/[id]", { GET: show, DELETE: show }],
    ["/open", { POST: withCors(read) }],
    [
      "/long",
      { GET: async () => new Response(text, { headers: { "content-type": "text/plain" } }) },
    ],
    ["/file", { GET: async () => failingFile() }],
  ]);
  const answer = dispatchRoutes(routes, async (_request, response) => {
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

test("a slash at the end of a write's path is ignored, and that of a read goes on to be redirected", async () => {
  const ask = async (method: string) => {
    const answer = await fetch(`${url}/things/1/`, { method });
    return [answer.status, await answer.text()];
  };
  expect(await ask("DELETE")).toEqual([200, '{"id":"1"}']);
  expect(await ask("OPTIONS")).toEqual([204, ""]);
  expect(await ask("GET")).toEqual([200, "other"]);
});

test("another path goes on", async () => {
  expect(await (await fetch(`${url}/read/more`)).text()).toBe("other");
});

test("the parameters of a path are decoded", async () => {
  expect(await (await fetch(`${url}/things/a%2Fb%20c`)).json()).toEqual({ id: "a/b c" });
});

test("a method that a path lacks is refused with those that it has", async () => {
  const answer = await fetch(`${url}/things/1`, { method: "PUT" });
  const { error } = (await answer.json()) as { error: string };
  expect([answer.status, error, answer.headers.get("allow")]).toEqual([
    405,
    "METHOD_NOT_ALLOWED",
    "GET, HEAD, DELETE",
  ]);
});

test("OPTIONS names the methods of a path", async () => {
  const answer = await fetch(`${url}/things/1`, { method: "OPTIONS" });
  expect([answer.status, answer.headers.get("allow")]).toEqual([204, "GET, HEAD, DELETE, OPTIONS"]);
});

test("pages of other origins may read the refusal of a path that is open to them", async () => {
  const [open, own] = await Promise.all([
    fetch(`${url}/open`),
    fetch(`${url}/read`, { method: "POST" }),
  ]);
  expect([open.status, open.headers.get("access-control-allow-origin")]).toEqual([405, "*"]);
  expect([own.status, own.headers.get("access-control-allow-origin")]).toEqual([405, null]);
});

test("a long text is compressed for a client that takes it", async () => {
  const plain = await fetch(`${url}/long`, { headers: { "accept-encoding": "identity" } });
  const coded = await fetch(`${url}/long`, { headers: { "accept-encoding": "gzip" } });
  expect([await plain.text(), await coded.text()]).toEqual([text, text]);
  const heads = [plain, coded].map(({ headers }) => [
    headers.get("content-encoding"),
    headers.get("vary"),
  ]);
  expect(heads).toEqual([
    [null, "Accept-Encoding"],
    ["gzip", "Accept-Encoding"],
  ]);
  expect(Number(coded.headers.get("content-length"))).toBeLessThan(text.length / 10);
});

test("a file that fails while it is sent breaks its connection off", async () => {
  const { body } = await fetch(`${url}/file`);
  const reader = body?.getReader();
  expect(new TextDecoder().decode((await reader?.read())?.value)).toBe("a,b\n");
  failFile();
  await expect(reader?.read()).rejects.toThrow("terminated");
});
