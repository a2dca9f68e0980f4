/** Several addresses of the venue: what a standby refuses is asked elsewhere, and a write is never sent twice automatically. */
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, test } from "vitest";
import { restoreSettings, stubSettings } from "#lib/platform/config/config.testing.ts";
import { askVenue } from "./ask-venue.ts";

type ReceivedRequest = { node: string; method: string; body: string };

const NOT_PRIMARY = JSON.stringify({ error: "NOT_PRIMARY", message: "another one" });

let servers: Server[] = [];
let requests: ReceivedRequest[] = [];
/** What each node does; one that is absent answers as the primary. */
let behaviour: Record<string, (response: ServerResponse) => void> = {};

async function node(name: string): Promise<string> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      requests.push({
        node: name,
        method: request.method ?? "",
        body: Buffer.concat(chunks).toString(),
      });
      const acts = behaviour[name];
      if (acts !== undefined) return acts(response);
      response.writeHead(200, { "content-type": "application/json" }).end(`{"from":"${name}"}`);
    });
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const standBy = (response: ServerResponse) => {
  response.writeHead(503, { "content-type": "application/json" }).end(NOT_PRIMARY);
};
const hangUp = (response: ServerResponse) => {
  response.destroy();
};

beforeEach(async () => {
  [requests, behaviour, servers] = [[], {}, []];
  stubSettings({ VENUE_URL: `${await node("a")},${await node("b")}` });
});

afterEach(async () => {
  restoreSettings();
  for (const server of servers) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

async function ask(method: "GET" | "POST"): Promise<string> {
  const body = method === "POST" ? { body: new TextEncoder().encode("signed") } : {};
  try {
    const answer = await askVenue({ method, path: "/v1/orders", headers: {}, ...body });
    return `${answer.status} ${answer.body.toString()}`;
  } catch (error) {
    return (error as { code: string }).code;
  }
}

const nodes = () => requests.map(({ node: name }) => name);

test("a write that a standby refused goes to the primary with the same bytes, and so do the next ones", async () => {
  behaviour["a"] = standBy;
  expect(await ask("POST")).toBe('200 {"from":"b"}');
  expect(requests.map(({ body }) => body)).toEqual(["signed", "signed"]);
  expect(await ask("POST")).toBe('200 {"from":"b"}');
  expect(nodes()).toEqual(["a", "b", "b"]);
});

test("a write without an answer is unknown: it is not sent again, and the next one goes elsewhere", async () => {
  behaviour["a"] = hangUp;
  expect(await ask("POST")).toBe("VENUE_UNREACHABLE");
  expect(nodes()).toEqual(["a"]);
  expect(await ask("POST")).toBe('200 {"from":"b"}');
});

test("a read is asked again elsewhere", async () => {
  behaviour["a"] = hangUp;
  expect(await ask("GET")).toBe('200 {"from":"b"}');
});

test("the refusal is passed on when no address is the primary's", async () => {
  behaviour = { a: standBy, b: standBy };
  expect(await ask("POST")).toBe(`503 ${NOT_PRIMARY}`);
  expect(nodes()).toEqual(["a", "b"]);
});
