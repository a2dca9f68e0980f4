/** An account with webhooks, a receiver with chosen answers, and an engine that reaches it. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { Secret } from "#lib/kernel/env.ts";
import { newId } from "#lib/kernel/ids.ts";
import { systemTimers } from "#lib/kernel/time/timers.ts";
import type { Database } from "#lib/platform/db/client.ts";
import { internet, type Network } from "#lib/platform/outbound/guarded-request.ts";
import { type WebhookFilter, webhooks } from "#lib/platform/schema/events.ts";
import { users } from "#lib/platform/schema/users.ts";
import { encryptSecret } from "#lib/platform/secret-cipher.ts";
import type { ReceiverStop, WebhookEventType, WebhookFormat } from "#lib/protocol/webhooks.ts";
import { changeHeaders, openHeaders } from "#lib/webhooks/core/own-headers.ts";
import { findLiveSecrets } from "#lib/webhooks/core/secrets.ts";
import { webhookLanes, webhookSecrets } from "#lib/webhooks/schema/webhooks.ts";
import { type EngineOptions, WebhookEngine } from "./engine.ts";

export const SECRET = "a-secret-of-the-caller-0123";
/** The key that encrypts the stored secrets. */
export const ENCRYPTION = new Secret("e".repeat(32));

/** Allows every target, so that the test's receiver can be reached. */
export const anywhere: Network = { ...internet, targets: () => true };

export async function addOwner(db: Database): Promise<string> {
  const id = newId("usr");
  await db.insert(users).values({ id, createdAt: new Date(0) });
  return id;
}

type Terms = {
  id?: string;
  userId: string;
  url: string;
  events?: WebhookEventType[];
  filter?: WebhookFilter;
  maxPerSecond?: number;
  createdAt?: number;
  name?: string;
  format?: WebhookFormat;
  /** Own headers in the clear; they are encrypted as the service does. */
  headers?: Readonly<Record<string, string>>;
  receiverMayStop?: ReceiverStop;
};

export async function addWebhook(db: Database, terms: Terms): Promise<string> {
  const id = terms.id ?? newId("whk");
  const createdAt = terms.createdAt ?? 0;
  const maxPerSecond = terms.maxPerSecond ?? 500;
  await db.insert(webhooks).values({
    id,
    userId: terms.userId,
    url: terms.url,
    events: terms.events ?? ["agentic.intent"],
    filter: terms.filter ?? {},
    name: terms.name ?? null,
    format: terms.format ?? "json",
    headers: changeHeaders({ id, url: terms.url }, terms.headers ?? {}, {
      now: createdAt,
      secret: ENCRYPTION,
    }),
    receiverMayStop: terms.receiverMayStop ?? "header",
    status: "active",
    pause: null,
    maxPerSecond,
    createdAt,
  });
  await db.insert(webhookLanes).values({
    webhookId: id,
    isOpen: true,
    dueAt: null,
    tokens: maxPerSecond,
    filledAt: createdAt,
  });
  await addSecret(db, { webhookId: id, text: SECRET, createdAt });
  return id;
}

export async function addSecret(
  db: Database,
  { webhookId, text, createdAt }: { webhookId: string; text: string; createdAt: number },
): Promise<void> {
  const id = newId("whs");
  const encrypted = encryptSecret(text, id, ENCRYPTION);
  await db.insert(webhookSecrets).values({ id, webhookId, encrypted, createdAt, retiresAt: null });
}

/** An engine that polls often, because nothing wakes it. */
export function makeEngine(
  db: Database,
  { divisor = 10_000, ...options }: { divisor?: number } & Partial<EngineOptions> = {},
): WebhookEngine {
  return new WebhookEngine({
    db,
    timers: systemTimers,
    idleSleepMs: 100,
    log: { warn: () => undefined, error: () => undefined },
    network: anywhere,
    schedule: { divisor },
    secretsOf: (ids, now) => findLiveSecrets(db, ids, now, ENCRYPTION),
    headersOf: (webhook) => openHeaders(webhook, ENCRYPTION),
    baseUrl: "https://app.example",
    ...options,
  });
}

export type Received = {
  path: string;
  headers: Record<string, string>;
  body: string;
  at: number;
};

export type TestReceiver = {
  url: string;
  received: Received[];
  connections: number;
  /** The status of each answer; 200 by default. */
  answer: (received: Received) => number | "hang";
  /** Further headers of each answer. */
  headers: Record<string, string>;
  close: () => Promise<void>;
};

export async function openReceiver(): Promise<TestReceiver> {
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const one: Received = {
        path: request.url ?? "",
        headers: Object.fromEntries(
          Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
        ),
        body: Buffer.concat(chunks).toString("utf8"),
        at: Date.now(),
      };
      receiver.received.push(one);
      const status = receiver.answer(one);
      if (status === "hang") return;
      response.writeHead(status, { "content-type": "text/plain", ...receiver.headers });
      response.end(`answer ${status}`);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  server.on("connection", () => {
    receiver.connections += 1;
  });
  const receiver: TestReceiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received: [],
    connections: 0,
    answer: () => 200,
    headers: {},
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
  return receiver;
}
