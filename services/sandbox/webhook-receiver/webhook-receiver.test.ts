/** The simulated receiver keeps deliveries, checks what it can check, and fails on demand. */
import { createHmac } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { toErrorBody } from "#lib/kernel/errors/errors.ts";
import { WebhookReceiver } from "./webhook-receiver.ts";

const SECRET = "a-secret-of-the-caller-0123";
const receiver = new WebhookReceiver({ now: () => Date.now() });
let server: Server;
let base: string;

beforeAll(async () => {
  server = createServer((request, response) => {
    receiver.handle(request, request.url ?? "").then(
      ({ status, body }) => {
        response.writeHead(status);
        response.end(body === undefined ? undefined : JSON.stringify(body));
      },
      (error: unknown) => {
        response.writeHead(toErrorBody(error).status);
        response.end();
      },
    );
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`;
});
afterAll(() => server.close());

const post = async (name: string, body: string) => {
  const t = Math.floor(Date.now() / 1_000).toString();
  const signature = createHmac("sha256", SECRET).update(`${t}.{}`).digest("hex");
  const headers = { "x-svc-delivery-id": "wh_evt_1", "x-svc-signature": `t=${t},v1=${signature}` };
  return (await fetch(`${base}/${name}`, { method: "POST", headers, body })).status;
};
const put = async (name: string, settings: object) =>
  (await fetch(`${base}/${name}`, { method: "PUT", body: JSON.stringify(settings) })).status;
const stored = async (name: string) =>
  ((await (await fetch(`${base}/${name}`)).json()) as { deliveries: object[] }).deliveries;

test("it keeps what arrives, the newest first", async () => {
  expect([await post("one", "{}"), await post("one", "[]")]).toEqual([204, 204]);
  expect(await stored("one")).toMatchObject([
    { id: "wh_evt_1", is_signed: null, status: 204, body: "[]" },
    { body: "{}" },
  ]);
  expect(await stored("two")).toEqual([]);
});

test("with a secret it refuses a body that was changed, and otherwise answers as told", async () => {
  expect(await put("three", { secret: SECRET, status: 503 })).toBe(200);
  expect([await post("three", "{}"), await post("three", "{ }")]).toEqual([503, 400]);
  expect(await stored("three")).toMatchObject([{ is_signed: false }, { is_signed: true }]);
  expect(await put("three", { status: 99 })).toBe(400);
  expect(await put("three", { status: 200 })).toBe(200);
  expect([await post("three", "{}"), await post("three", "{ }")]).toEqual([200, 400]);
});

test("other names and methods are refused", async () => {
  expect(await post("Not/a/name", "{}")).toBe(404);
  expect((await fetch(`${base}/one`, { method: "DELETE" })).status).toBe(405);
});
