/** An account with webhooks, a receiver that answers as told, and an engine that reaches it. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Database } from "#lib/platform/db/client.ts";
import { users } from "#lib/platform/db/schema/identity.ts";
import {
  type WebhookFilter,
  webhookLanes,
  webhookSecrets,
  webhooks,
} from "#lib/platform/db/schema/webhooks.ts";
import { Secret } from "#lib/platform/env.ts";
import { newId } from "#lib/platform/ids.ts";
import { internet, type Network } from "#lib/platform/outbound/outbound.ts";
import { encryptSecret } from "#lib/platform/secret-cipher.ts";
import { systemTimers } from "#lib/platform/timers.ts";
import type { WebhookEventType } from "#lib/protocol/webhooks.ts";
import { liveSecretsOf } from "#lib/webhooks/core/secrets.ts";
import { type EngineOptions, WebhookEngine } from "./engine.ts";

export const SECRET = "a-secret-of-the-caller-0123";
/** Under which the secrets are stored. */
export const ENCRYPTION = new Secret("e".repeat(32));

/** Every target, so that a receiver of the test is reached. */
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

/** An engine that nothing wakes: it looks often. */
export function engineOf(
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
    secretsOf: (ids, now) => liveSecretsOf(db, ids, now, ENCRYPTION),
    ...options,
  });
}

export type Received = {
  path: string;
  headers: Record<string, string>;
  body: string;
  at: number;
};

export type Receiver = {
  url: string;
  received: Received[];
  connections: number;
  /** The status of each answer; 200 by default. */
  answer: (received: Received) => number | "hang";
  close: () => Promise<void>;
};

export async function openReceiver(): Promise<Receiver> {
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
      response.writeHead(status, { "content-type": "text/plain" });
      response.end(`answer ${status}`);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  server.on("connection", () => {
    receiver.connections += 1;
  });
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received: [],
    connections: 0,
    answer: () => 200,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
  return receiver;
}
