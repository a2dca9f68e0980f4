/**
 * Several gateway threads are one venue: they share a port and the limits, and a change of keys or signers at one of
 * them applies to all at the next request.
 */
import { Agent, request } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { limit, startVenue, TestTrader, type TestVenue } from "#services/venue/venue.testing.ts";

const GATEWAYS = 3;
/** So many connections that every thread has some, because the system distributes them at random. */
const CONNECTIONS = 24;

let venue: TestVenue;
let agents: Agent[];

beforeAll(async () => {
  venue = await startVenue({ gateways: GATEWAYS });
  agents = Array.from({ length: CONNECTIONS }, () => new Agent({ keepAlive: true, maxSockets: 1 }));
});

afterAll(async () => {
  for (const agent of agents) agent.destroy();
  await venue.close();
});

type Sent = { method?: string; headers?: Record<string, string>; body?: string };

/** Sends over one connection, which stays on one gateway. */
function send(agent: Agent, path: string, { method = "GET", headers, body }: Sent = {}) {
  return new Promise<{ status: number; body: Record<string, unknown> }>((resolve, reject) => {
    const outgoing = request(`${venue.url}${path}`, { agent, method, headers }, (incoming) => {
      let text = "";
      incoming.on("data", (data: Buffer) => {
        text += data.toString();
      });
      incoming.on("end", () =>
        resolve({ status: incoming.statusCode ?? 0, body: JSON.parse(text) }),
      );
    });
    outgoing.on("error", reject);
    outgoing.end(body);
  });
}

const statusesOf = async (path: string, sent: Sent) => {
  const answers = await Promise.all(agents.map((agent) => send(agent, path, sent)));
  return [...new Set(answers.map(({ status }) => status))];
};

let last = 0;
/** Distinct milliseconds near the system's clock. */
function now(): number {
  last = Math.max(Date.now(), last + 1);
  return last;
}

const setMark = () => venue.operator("/v1/operator/marks", { marks: { BTCUSDC: "64000" } });

async function fundedTrader(name: string): Promise<TestTrader> {
  const trader = new TestTrader(venue.url, name);
  await trader.createKey(now());
  const deposit = { account: trader.address, amount: "1000", reference: name };
  await venue.operator("/v1/operator/deposits", deposit);
  return trader;
}

test("connections spread over the threads, which answer as one venue", async () => {
  expect(await statusesOf("/v1/markets", {})).toEqual([200]);
  const used = new Set<string>();
  for (const agent of agents) {
    const { body } = await send(agent, "/v1/blocks/latest");
    used.add(String(body["height"]));
  }
  expect(used.size).toBe(1);
});

describe("an API key", () => {
  test("that one gateway just made works on all others at once, and on none once it is revoked", async () => {
    for (let round = 0; round < 15; round += 1) {
      const trader = new TestTrader(venue.url, `round ${round}`);
      const made = await trader.createKey(now());
      expect(made.status).toBe(201);
      const headers = trader.authorization();
      expect(await statusesOf("/v1/accounts", { headers })).toEqual([200]);
      expect((await trader.revokeKey(String(made.body["id"]), now())).status).toBe(200);
      expect(await statusesOf("/v1/accounts", { headers })).toEqual([401]);
    }
  });
});

describe("a delegated signer", () => {
  test("may sign on every gateway at once, and on none once it is revoked", async () => {
    const owner = await fundedTrader("owner");
    const phone = await fundedTrader("phone");
    const terms = { scopes: 1, expires_at: Date.now() + 600_000 };
    // An empty body shows the gateway's own view of the signer: a known signer gets the error of a missing field.
    const request = () => ({
      method: "POST",
      headers: {
        ...owner.authorization(),
        ...phone.headers("place_order", new Uint8Array(), now(), owner),
      },
    });
    for (let round = 0; round < 5; round += 1) {
      expect(await statusesOf("/v1/orders", request())).toEqual([403]);
      expect((await owner.registerSigner(phone, terms, now())).status).toBe(201);
      expect(await statusesOf("/v1/orders", request())).toEqual([400]);
      expect((await owner.revokeSigner(phone, now())).status).toBe(200);
    }
    expect(await statusesOf("/v1/orders", request())).toEqual([403]);
  });
});

describe("all gateways together", () => {
  test("place each order of one account once, and count them against one limit", async () => {
    const trader = await fundedTrader("busy");
    const order = limit("BUY", "0.001", "50000");
    await setMark();
    // The clock is the system's, and a mark that is some seconds old allows no orders.
    const placeOne = async (agent: Agent): Promise<Awaited<ReturnType<typeof send>>> => {
      const { headers, body } = trader.placeRequest(order, now());
      const answer = await send(agent, "/v1/orders", { method: "POST", headers, body });
      if (answer.body["error"] !== "MARK_STALE") return answer;
      await setMark();
      return placeOne(agent);
    };
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, index) => placeOne(agents[index % CONNECTIONS]!)),
    );
    expect(answers.filter(({ status }) => status !== 201)).toEqual([]);
    expect(new Set(answers.map(({ body }) => body["id"])).size).toBe(100);
    await setMark();
    const { headers, body } = trader.placeRequest(order, now());
    const same = await Promise.all(
      agents.map((agent) => send(agent, "/v1/orders", { method: "POST", headers, body })),
    );
    const byStatus = same.map(({ status }) => status).toSorted((a, b) => a - b);
    expect(byStatus).toEqual([201, ...Array.from({ length: CONNECTIONS - 1 }, () => 409)]);
  });

  test("appear in one page of metrics", async () => {
    const text = await (await fetch(`${venue.url}/metrics`)).text();
    const count = Number(/venue_http_requests_total\{status="201"\} (\d+)/.exec(text)?.[1]);
    expect(count).toBeGreaterThan(100);
  });
});
