/**
 * Both published clients produce the published signatures, and the TypeScript client distinguishes refusals from
 * answers.
 */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { BotClient, encodeQuery, signRequest } from "./bot-client.ts";

type Vector = {
  note: string;
  method: string;
  path: string;
  parameters: [string, string][];
  query: string;
  body: string | null;
  timestamp: string;
  nonce: string;
  text: string;
  signature: string;
};

const file = new URL("../../../docs/api/vectors/bot-signing.json", import.meta.url);
const { secret, vectors } = JSON.parse(readFileSync(file, "utf8")) as {
  secret: string;
  vectors: Vector[];
};

test.each(vectors)("$note", ({ method, path, parameters, body, ...vector }) => {
  expect(encodeQuery(parameters)).toBe(vector.query);
  const request = { method, path, parameters, ...(body !== null && { body }) };
  const given = { now: Number(vector.timestamp), nonce: vector.nonce };
  const signed = signRequest({ id: "tbk_", secret }, request, given);
  expect(signed.text).toBe(vector.text);
  expect(signed.headers["X-Bot-Signature"]).toBe(vector.signature);
  // The client sends the target exactly as a URL parser leaves it.
  const { pathname, search } = new URL(signed.target, "http://localhost");
  expect(pathname + search).toBe(signed.target);
});

test("the Python client reproduces every vector", (context) => {
  const client = fileURLToPath(new URL("../../python/svc_client/bot_client.py", import.meta.url));
  const { error, status, stdout } = spawnSync("python3", ["-B", client, "--vectors"]);
  if (error !== undefined && process.env["CI"] !== "true") context.skip("python3 is missing");
  expect(String(stdout)).toBe(`${vectors.length} vectors, 0 differences\n`);
  expect(status).toBe(0);
});

describe("a call", () => {
  let server: Server;
  let url: string;
  const seen: IncomingMessage[] = [];
  beforeAll(async () => {
    server = createServer((request, response) => {
      seen.push(request);
      const path = request.url ?? "";
      if (path.includes("moved")) response.writeHead(308, { location: "/elsewhere" }).end();
      else if (path.includes("proxy")) response.writeHead(502).end("<html>bad gateway");
      else if (path.includes("limited")) {
        response.writeHead(429, { "retry-after": "7" });
        response.end(JSON.stringify({ error: "RATE_LIMITED", message: "Later." }));
      } else response.end(JSON.stringify({ path }));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  });
  afterAll(() => server.close());
  const client = () => new BotClient(url, { id: "tbk_1", secret });

  test("sends the bytes that were signed, with a new nonce each time", async () => {
    const target = "/api/bot/v1/orders?q=it%27s%20%E7%81%AB&status=ALL";
    const query = { status: "ALL", q: "it's 火" };
    expect(await client().read("orders", query)).toEqual({ path: target });
    expect(await client().read("orders", query)).toEqual({ path: target });
    const nonces = seen.map(({ headers }) => headers["x-bot-nonce"]);
    expect(new Set(nonces).size).toBe(2);
    for (const nonce of nonces) expect(nonce).toMatch(/^[\w-]{16,64}$/);
  });

  test("reports the reason of a refusal, also when a server in between refuses", async () => {
    const limited = { status: 429, code: "RATE_LIMITED", retryAfterSeconds: 7 };
    await expect(client().read("limited")).rejects.toMatchObject(limited);
    await expect(client().read("proxy")).rejects.toMatchObject({ status: 502, code: "NO_JSON" });
  });

  test("sends a signature only to the path for which it was made", async () => {
    await expect(client().read("moved")).rejects.toBeInstanceOf(TypeError);
    expect(seen.filter(({ url: path }) => path === "/elsewhere")).toEqual([]);
  });
});
