/** 503: the venue cannot answer now. */
import { hash } from "node:crypto";
import type { Server } from "node:http";
import { connect } from "node:net";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createConnectionCounts } from "#lib/kernel/http/connection-limit.ts";
import { createLogger } from "#lib/kernel/log/log.ts";
import { listen } from "#services/venue/gateway/listen.ts";
import { GatewayCounters } from "#services/venue/gateway/request/counters.ts";
import { CredentialMirror } from "#services/venue/gateway/request/credential-mirror.ts";
import { Gateway } from "#services/venue/gateway/request/gateway.ts";
import { createGatewayServer } from "#services/venue/gateway/server.ts";
import { noHub } from "#services/venue/link/hub-link.testing.ts";
import { Link } from "#services/venue/link/link.ts";
import type { ToHost } from "#services/venue/link/messages.ts";
import { PrimaryBeat } from "#services/venue/link/primary-beat.ts";
import { createRateTable } from "#services/venue/link/rate-limit-table.ts";
import { call, limit, market, OPERATOR_KEY } from "#services/venue/venue.testing.ts";
import { openVenueFixture, RESTING, refusalOf } from "./venue-fixture.testing.ts";

test("MARKET_HALTED: orders are refused, cancels are accepted", async () => {
  const fixture = await openVenueFixture();
  const { bob, venue, now } = fixture;
  const { id } = (await bob.place(RESTING, now())).body as { id: string };
  await venue.operator("/v1/operator/markets/BTCUSDC/status", { status: "Halted" });
  for (const body of [RESTING, market("SELL", "0.01"), limit("SELL", "1", "70000")]) {
    const answer = await bob.place(body, now());
    expect(refusalOf(answer)).toEqual([503, "MARKET_HALTED"]);
    expect(answer.headers.get("retry-after")).toBe("1");
  }
  const markets = await fixture.get("/v1/markets");
  expect(markets.body).toMatchObject([{ symbol: "BTCUSDC", status: "Halted" }, {}, {}]);
  expect((await bob.cancel(id, "BTCUSDC", now())).status).toBe(200);
  await fixture.close();
});

test("a request under way is finished, its connection closed, and no other request is accepted", async () => {
  const fixture = await openVenueFixture();
  const { port } = new URL(fixture.venue.url);
  const socket = connect(Number(port), "127.0.0.1");
  let received = "";
  socket.on("data", (data) => {
    received += data.toString();
  });
  const { headers, body } = fixture.alice.placeRequest(RESTING, fixture.now());
  const lines = Object.entries({ ...headers, "content-length": body.length, host: "x" });
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join("");
  socket.write(`POST /v1/orders HTTP/1.1\r\n${head}Expect: 100-continue\r\n\r\n`);
  // The venue asks for the body: the request has begun.
  await expect.poll(() => received).toContain("100 Continue");
  const closed = fixture.close();
  await expect(fetch(`${fixture.venue.url}/v1/time`)).rejects.toThrow("fetch failed");
  socket.write(body);
  await closed;
  expect(received).toContain("HTTP/1.1 201 Created");
  expect(received.toLowerCase()).toContain("connection: close");
  socket.destroy();
});

/** A gateway without a venue behind it: its calls are never answered, unless a test does it. */
function gatewayAlone(beat?: PrimaryBeat, link = new Link(() => {})): Gateway {
  return new Gateway({
    options: {
      operatorKeyHash: hash("sha256", OPERATOR_KEY, "buffer"),
      operatorAddresses: [],
      readerAddresses: [],
      metricsAddresses: [],
      trustedProxies: 0,
      connections: 1_000,
      addressPerMinute: 10,
      accountsPerMinute: 10,
      seed: "",
      rates: createRateTable(),
      connectionCounts: createConnectionCounts(),
      beat: beat?.memory,
    },
    mirror: new CredentialMirror(
      { version: 0, accounts: [] },
      new SharedArrayBuffer(4),
      () => undefined,
    ),
    link,
    hub: noHub(),
    counters: new GatewayCounters(),
    clock: { now: () => 0 },
    log: createLogger("venue", "silent"),
    limitClock: () => 0,
  });
}

test("DRAINING: a request during the shutdown gets a Retry-After; health still answers", async () => {
  const gateway = gatewayAlone();
  const { server } = createGatewayServer(gateway);
  const address = { host: "127.0.0.1", port: 0, isFirst: true, isOnly: true };
  const url = `http://127.0.0.1:${(await listen(server, address)).port}`;
  expect((await call(`${url}/readyz`)).status).toBe(200);
  gateway.draining = true;
  for (const path of ["/v1/time", "/readyz"]) {
    const answer = await call(`${url}${path}`);
    expect(refusalOf(answer)).toEqual([503, "DRAINING"]);
    expect(answer.headers.get("retry-after")).toBe("1");
    expect(answer.headers.get("connection")).toBe("close");
  }
  expect((await call(`${url}/healthz`)).status).toBe(200);
  await new Promise((resolve) => server.close(resolve));
});

describe("NOT_PRIMARY", () => {
  /** Both follow the steady clock, which the test sets. */
  let milliseconds = 0;
  let beat: PrimaryBeat;
  let requests: ToHost[];
  let link: Link;
  let server: Server;
  let url: string;

  beforeEach(async () => {
    milliseconds = 10_000;
    vi.spyOn(process.hrtime, "bigint").mockImplementation(() => BigInt(milliseconds) * 1_000_000n);
    beat = new PrimaryBeat();
    beat.answered(milliseconds * 1_000);
    requests = [];
    link = new Link((message) => requests.push(message));
    ({ server } = createGatewayServer(gatewayAlone(beat, link)));
    const address = { host: "127.0.0.1", port: 0, isFirst: true, isOnly: true };
    url = `http://127.0.0.1:${(await listen(server, address)).port}`;
  });

  afterEach(async () => {
    vi.restoreAllMocks();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  const lapse = () => {
    milliseconds += 3_000;
  };
  const answerAll = () => {
    const ids = requests.flatMap(({ calls }) => calls.map(({ id }) => id));
    link.receive({ ids, statuses: ids.map(() => 200), bodies: ids.map(() => '{"old":true}') });
  };
  const operatorPost = () => {
    const headers = { authorization: `Bearer ${OPERATOR_KEY}`, "content-type": "application/json" };
    return call(`${url}/v1/operator/marks`, {
      method: "POST",
      headers,
      body: '{"marks":{"BTCUSDC":"64000"}}',
    });
  };

  test("refuses every request once the last beat is three seconds old, and takes them again", async () => {
    expect((await call(`${url}/readyz`)).status).toBe(200);
    lapse();
    for (const path of ["/v1/time", "/readyz", "/v1/nowhere"]) {
      const answer = await call(`${url}${path}`);
      expect(refusalOf(answer)).toEqual([503, "NOT_PRIMARY"]);
      expect(answer.headers.get("retry-after")).toBe("1");
    }
    expect(refusalOf(await operatorPost())).toEqual([503, "NOT_PRIMARY"]);
    expect(requests).toEqual([]);
    expect((await call(`${url}/healthz`)).status).toBe(200);
    beat.answered(milliseconds * 1_000);
    expect((await call(`${url}/readyz`)).status).toBe(200);
  });

  test("is also the answer to a read that was under way", async () => {
    const reading = call(`${url}/v1/markets`);
    await vi.waitFor(() => expect(requests).toHaveLength(1));
    lapse();
    answerAll();
    expect(refusalOf(await reading)).toEqual([503, "NOT_PRIMARY"]);
  });

  test("is never the answer to a write that was under way: that one gets none", async () => {
    const writing = operatorPost().then(
      (answer) => answer.status,
      () => "no answer",
    );
    await vi.waitFor(() => expect(requests).toHaveLength(1));
    lapse();
    answerAll();
    expect(await writing).toBe("no answer");
  });
});
