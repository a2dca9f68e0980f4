/** Our receivers accept what is signed and refuse the rest, by the published vectors. */
import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { expect, it, vi } from "vitest";
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

const SECRET = "a-secret-of-the-caller-0123";
const BODY = JSON.stringify({ id: "wh_evt_1", type: "agentic.intent", dedup_key: "k", data: {} });

/** A receiver that listens, and a sender of deliveries to it. */
async function listening(act: (event: WebhookEvent) => void | Promise<void>) {
  const server = webhookReceiver(SECRET, act);
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const terms = { secrets: [SECRET], now: Date.now() };
  const headers = deliveryHeaders({ id: "wh_evt_1", dedupKey: "k" }, BODY, terms);
  const post = async (body: string) => (await fetch(url, { method: "POST", headers, body })).status;
  return { server, post };
}

it("the receiver gives each event once, and answers a wrong signature with 400", async () => {
  const received: WebhookEvent[] = [];
  const { server, post } = await listening((event) => void received.push(event));
  expect([await post(BODY), await post(BODY), await post(`${BODY} `)]).toEqual([204, 204, 400]);
  expect(received).toHaveLength(1);
  server.close();
});

it("the receiver acts once also when the next attempt comes before it has ended, and again after it failed", async () => {
  const works: PromiseWithResolvers<void>[] = [];
  const { server, post } = await listening(() => {
    const work = Promise.withResolvers<void>();
    works.push(work);
    return work.promise;
  });
  const failing = post(BODY);
  await vi.waitFor(() => expect(works).toHaveLength(1));
  works[0]?.reject(new Error("the disk is full"));
  expect(await failing).toBe(500);
  const slow = post(BODY);
  await vi.waitFor(() => expect(works).toHaveLength(2));
  const next = post(BODY);
  // What came before this answer is being acted on, or never will be.
  expect(await post(`${BODY} `)).toBe(400);
  works[1]?.resolve();
  expect([await slow, await next, works.length]).toEqual([204, 204, 2]);
  server.close();
});

it("nothing is signed by no secret", () => {
  expect(() => webhookReceiver("", () => {})).toThrow("SVC_WEBHOOK_SECRET");
  const folder = fileURLToPath(new URL("../clients/python/svc_client", import.meta.url));
  const script = "import webhook_receiver as r; r.is_signed('t=1,v1=00', b'', '', 1)";
  const run = spawnSync("python3", ["-B", "-c", script], { cwd: folder, encoding: "utf8" });
  expect(run.stderr).toContain("ValueError: give the secret of the webhook");
});
