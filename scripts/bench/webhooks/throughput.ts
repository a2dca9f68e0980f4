/** How many deliveries a second arrive at a hundred webhooks, next to the same requests without a database. */

import { keepAliveAgent, sendHttp } from "#lib/kernel/http/http-client.ts";
import { ReusableConnections } from "#lib/platform/outbound/reusable-connections.ts";
import { deliveryBody, deliveryHeaders } from "#lib/webhooks/core/signature.ts";
import { anywhere, SECRET } from "#lib/webhooks/engine/engine.testing.ts";
import { sendAttempt } from "#lib/webhooks/engine/send-attempt.ts";
import { count, print, row } from "#scripts/bench/shared/report.ts";
import {
  announceMany,
  type Bench,
  clear,
  DATA,
  ownerOf,
  paths,
  untilDelivered,
  withEngine,
} from "./deliveries.ts";

const WEBHOOKS = 100;
/** Attempts of the engine at a time. */
const AT_A_TIME = 256;
const GOAL_PER_SECOND = 2_000;
const GOAL_RATIO = 0.5;

export async function measureThroughput(bench: Bench, events: number): Promise<void> {
  const deliveries = events * WEBHOOKS;
  print(`\n${count(deliveries)} deliveries to ${WEBHOOKS} webhooks`);
  await delivered(bench, Math.ceil(events / 10));
  const ours = await delivered(bench, events);
  const sent = await perSecond(deliveries, (index) => sendOne(bench, index));
  const agent = keepAliveAgent(bench.receiver, AT_A_TIME);
  const plain = await perSecond(deliveries, (index) => postOne(bench, index, agent));
  agent.destroy();
  row(
    `deliveries a second (goal ${count(GOAL_PER_SECOND)})`,
    count(ours),
    said(ours >= GOAL_PER_SECOND),
  );
  row(
    "  attempts without a database",
    count(sent),
    `${(ours / sent).toFixed(2)}×`,
    said(ours / sent >= GOAL_RATIO),
  );
  row("  plain requests on kept connections", count(plain), `${(ours / plain).toFixed(2)}×`);
}

const said = (isMet: boolean) => (isMet ? "met" : "MISSED");

async function delivered(bench: Bench, events: number): Promise<number> {
  const owner = await ownerOf(bench, paths("ok", WEBHOOKS));
  await announceMany(bench.db, owner.userId, events);
  const started = performance.now();
  await withEngine(bench, () => untilDelivered(bench.db, owner.userId, events * WEBHOOKS));
  const rate = (events * WEBHOOKS * 1_000) / (performance.now() - started);
  await clear(bench.db);
  return rate;
}

async function perSecond(many: number, one: (index: number) => Promise<unknown>): Promise<number> {
  let next = 0;
  const worker = async () => {
    while (next < many) await one(next++);
  };
  const started = performance.now();
  await Promise.all(Array.from({ length: AT_A_TIME }, worker));
  return (many * 1_000) / (performance.now() - started);
}

function deliveryTo({ receiver }: Bench, index: number) {
  return {
    id: `wh_evt_${index}`,
    webhookId: `whk_${index % WEBHOOKS}`,
    url: `${receiver}/ok/${index % WEBHOOKS}`,
    name: null,
    format: "json" as const,
    headers: [],
    receiverMayStop: "header" as const,
    locale: null,
    type: "agentic.intent" as const,
    dedupKey: "0".repeat(64),
    eventAt: 0,
    data: JSON.stringify(DATA),
    isLive: true,
    attempt: 1,
    dueAt: 0,
    claim: "",
    lost: 0,
    isSlow: false,
  };
}

const connections = new ReusableConnections();

function sendOne(bench: Bench, index: number): Promise<unknown> {
  const sending = {
    network: anywhere,
    connections,
    secrets: [SECRET],
    headers: {},
    baseUrl: "https://app.example",
    now: Date.now,
  };
  return sendAttempt(deliveryTo(bench, index), sending);
}

function postOne(
  bench: Bench,
  index: number,
  agent: ReturnType<typeof keepAliveAgent>,
): Promise<unknown> {
  const delivery = deliveryTo(bench, index);
  const body = deliveryBody(delivery);
  const headers = deliveryHeaders(delivery, body, { secrets: [SECRET], now: Date.now() });
  const signal = AbortSignal.timeout(10_000);
  return sendHttp({
    url: delivery.url,
    method: "POST",
    body,
    headers,
    agent,
    signal,
    maxBytes: 1_024,
  });
}
