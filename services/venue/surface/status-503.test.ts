/** 503: the venue cannot answer now. */
import { connect } from "node:net";
import { expect, test } from "vitest";
import { createConnectionCounts } from "#lib/platform/connection-limit.ts";
import { createLogger } from "#lib/platform/log.ts";
import { GatewayCounters } from "#services/venue/gateway/counters.ts";
import { CredentialMirror } from "#services/venue/gateway/credential-mirror.ts";
import { Gateway } from "#services/venue/gateway/gateway.ts";
import { listen } from "#services/venue/gateway/listen.ts";
import { createGatewayServer } from "#services/venue/gateway/server.ts";
import { Link } from "#services/venue/link/link.ts";
import { createRateTable } from "#services/venue/link/rate-table.ts";
import { call, limit, market } from "#services/venue/venue.testing.ts";
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

test("DRAINING: a request during the shutdown gets a Retry-After; health still answers", async () => {
  const gateway = new Gateway({
    options: {
      operatorKeyHash: new Uint8Array(32),
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
    },
    mirror: new CredentialMirror(
      { version: 0, accounts: [] },
      new SharedArrayBuffer(4),
      () => undefined,
    ),
    link: new Link(() => {}),
    counters: new GatewayCounters(),
    clock: { now: () => 0 },
    log: createLogger("venue", "silent"),
    limitClock: () => 0,
  });
  const { server } = createGatewayServer(gateway);
  const place = { host: "127.0.0.1", port: 0, isFirst: true, isOnly: true };
  const url = `http://127.0.0.1:${(await listen(server, place)).port}`;
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
