/** Our receivers accept what is signed and refuse the rest, by the published vectors. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import {
  isSigned,
  type WebhookEvent,
  webhookReceiver,
} from "#clients/typescript/src/webhook-receiver.ts";
import { checkSignature, deliveryHeaders } from "#lib/webhooks/core/signature.ts";

type Case = {
  name: string;
  secret: string;
  now: number;
  body: string;
  signature: string;
  accepted: boolean;
};

const FILE = fileURLToPath(new URL("../docs/api/vectors/webhook-signing.json", import.meta.url));
const { cases } = JSON.parse(readFileSync(FILE, "utf8")) as { cases: Case[] };

it.each(cases)("$name: accepted $accepted", ({ secret, now, body, signature, accepted }) => {
  const at = now * 1_000;
  expect(isSigned(signature, Buffer.from(body), secret, at)).toBe(accepted);
  const own = checkSignature(signature, body, { secrets: [{ id: "one", text: secret }], now: at });
  expect(own.ok).toBe(accepted);
});

it("the Python receiver decides the same", () => {
  const folder = fileURLToPath(new URL("../clients/python/svc_client", import.meta.url));
  const script = `import json,webhook_receiver as r
for c in json.load(open(${JSON.stringify(FILE)}))["cases"]:
    print(int(r.is_signed(c["signature"], c["body"].encode(), c["secret"], c["now"])), end="")`;
  const decided = execFileSync("python3", ["-B", "-c", script], { cwd: folder, encoding: "utf8" });
  expect(decided).toBe(cases.map(({ accepted }) => (accepted ? "1" : "0")).join(""));
});

it("the receiver gives each event once, and answers a wrong signature with 400", async () => {
  const secret = "a-secret-of-the-caller-0123";
  const received: WebhookEvent[] = [];
  const server = webhookReceiver(secret, (event) => void received.push(event));
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const body = JSON.stringify({ id: "wh_evt_1", type: "agentic.intent", dedup_key: "k", data: {} });
  const headers = deliveryHeaders({ id: "wh_evt_1", dedupKey: "k" }, body, {
    secrets: [secret],
    now: Date.now(),
  });
  const post = async (sent: string) =>
    (await fetch(url, { method: "POST", headers, body: sent })).status;
  expect([await post(body), await post(body), await post(`${body} `)]).toEqual([204, 204, 400]);
  expect(received).toHaveLength(1);
  server.close();
});
