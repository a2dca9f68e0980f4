/** Faults on request: the effect of each on a client and on the venue behind the proxy. */
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import type { OrderRecord } from "#lib/protocol/wire/account.ts";
import {
  openVenueFixture,
  RESTING,
  type VenueFixture,
} from "#services/venue/surface/venue-fixture.testing.ts";
import { call, TestTrader } from "#services/venue/venue.testing.ts";
import { FAULTS_PATH, startFaultProxy } from "./fault-proxy.ts";
import type { FaultRequest } from "./faults.ts";
import type { VenueProxy } from "./venue-proxy.ts";

describe("a venue behind a fault proxy", () => {
  let fixture: VenueFixture;
  let proxy: VenueProxy;
  /** They reach the venue through the proxy, and made their keys there. */
  let alice: TestTrader;
  let bob: TestTrader;
  beforeAll(async () => {
    fixture = await openVenueFixture();
    proxy = await startFaultProxy(fixture.venue.url);
    [alice, bob] = [new TestTrader(proxy.url, "alice"), new TestTrader(proxy.url, "bob")];
    for (const trader of [alice, bob]) await trader.createKey(fixture.now());
  });
  afterAll(async () => {
    await proxy.close();
    await fixture.close();
  });
  afterEach(() => clear());

  const control = (method: string, query = "", body?: unknown) =>
    call(`${proxy.url}${FAULTS_PATH}${query}`, {
      method,
      body: body === undefined ? null : JSON.stringify(body),
    });
  const add = async (fault: FaultRequest) => {
    const { status, body } = await control("POST", "", fault);
    expect([status, body]).toEqual([201, { id: expect.any(Number) }]);
    return Number(body["id"]);
  };
  const waiting = async () => (await control("GET")).body["results"] as Record<string, unknown>[];
  const clear = (query = "") => control("DELETE", query);
  const get = (path: string) => call(`${proxy.url}${path}`);
  const place = (init: RequestInit = {}) => {
    const { headers, body } = alice.placeRequest(RESTING, fixture.now());
    return fetch(`${proxy.url}/v1/orders`, { method: "POST", headers, body, ...init });
  };
  /** Past the proxy. */
  const orders = async () =>
    (await fixture.alice.read("/v1/orders")).body["results"] as OrderRecord[];

  test("passes the events of a stream on as they come", async () => {
    const leave = new AbortController();
    const answer = await fetch(`${proxy.url}/v1/stream`, {
      headers: { authorization: `Bearer ${alice.key}` },
      signal: leave.signal,
    });
    const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader();
    let text = "";
    const until = async (event: string) => {
      while (!text.includes(event)) text += (await reader.read()).value ?? "";
    };
    await until("event: margin");
    const placed = await place();
    const { id } = (await placed.json()) as OrderRecord;
    await until(`"id":"${id}"`);
    expect(text).toContain("event: order");
    leave.abort();
    await alice.read("/v1/orders");
  });

  test("alters a field of each row, and takes a field away", async () => {
    await place();
    const read = async () => {
      const { body } = await alice.read("/v1/orders");
      return body["results"] as Record<string, unknown>[];
    };
    const [whole] = await read();
    await add({ kind: "alter", method: "GET", path: "/v1/orders", field: "size", value: 7 });
    for (const row of await read()) expect(row["size"]).toBe(7);
    await add({ kind: "alter", method: "GET", path: "/v1/orders", field: "size" });
    for (const row of await read()) expect(row).not.toHaveProperty("size");
    expect((await read())[0]).toEqual(whole);
  });

  test("drops an answer of an executed request, once", async () => {
    const before = await orders();
    await add({ kind: "drop_answer", method: "POST", path: "/v1/orders" });
    await expect(place()).rejects.toThrow("fetch failed");
    expect(await orders()).toHaveLength(before.length + 1);
    expect((await place()).status).toBe(201);
    expect(await waiting()).toEqual([]);
  });

  test("drops a connection before anything is executed", async () => {
    const before = await orders();
    await add({ kind: "drop_answer", when: "before", path: "/v1/orders" });
    await expect(place()).rejects.toThrow("fetch failed");
    expect(await orders()).toHaveLength(before.length);
  });

  test("is silent before or after it executes", async () => {
    for (const [when, executed] of [
      ["before", 0],
      ["after", 1],
    ] as const) {
      const before = await orders();
      await add({ kind: "silence", when, method: "POST" });
      const stop = new AbortController();
      const outcome = place({ signal: stop.signal }).catch((error: Error) => error.name);
      await vi.waitFor(async () => {
        expect(await waiting()).toEqual([]);
        expect(await orders()).toHaveLength(before.length + executed);
      });
      stop.abort();
      expect(await outcome).toBe("AbortError");
    }
  });

  test("answers late", async () => {
    await add({ kind: "slow", ms: 150, path: "/v1/time", count: 2 });
    for (let round = 0; round < 2; round += 1) {
      const started = performance.now();
      expect((await get("/v1/time")).status).toBe(200);
      expect(performance.now() - started).toBeGreaterThan(140);
    }
  });

  test("refuses with any code of the catalogue, and leaves the state unchanged", async () => {
    const before = await orders();
    await add({ kind: "refuse", method: "POST" });
    const unavailable = await place();
    expect([unavailable.status, (await unavailable.json()).error]).toEqual([503, "DRAINING"]);
    await add({ kind: "refuse", code: "INVALID_TICK", context: { tick: "0.1" } });
    const refused = await place();
    const { error, message } = await refused.json();
    expect([refused.status, error]).toEqual([422, "INVALID_TICK"]);
    expect(message).toContain("0.1");
    expect(await orders()).toEqual(before);
  });

  test("uses another clock: for the reported time, and for the signatures that it accepts", async () => {
    const id = await add({ kind: "clock_skew", ms: 60_000, path: "/v1/", count: 100 });
    const { body } = await get("/v1/time");
    expect(Number(body["server_time"])).toBe(fixture.venue.clock.now() + 60_000);
    const refused = await place();
    expect((await refused.json()).error).toBe("TIMESTAMP_OUT_OF_WINDOW");
    await clear(`?id=${id}`);
    expect((await place()).status).toBe(201);
  });

  test("applies a fault to the named account only, by its signature or its key", async () => {
    await add({ kind: "refuse", account: alice.address, count: 2 });
    expect((await bob.read("/v1/orders")).status).toBe(200);
    expect((await get("/v1/markets")).status).toBe(200);
    expect((await alice.read("/v1/orders")).status).toBe(503);
    expect((await place()).status).toBe(503);
    expect((await place()).status).toBe(201);
  });

  test("lists waiting faults, and ends one or all", async () => {
    const first = await add({ kind: "refuse", count: 3 });
    await add({ kind: "slow", ms: 1, path: "/v1/time" });
    expect((await get("/v1/time")).status).toBe(503);
    expect(await waiting()).toMatchObject([{ id: first, left: 2 }, { kind: "slow" }]);
    expect((await clear(`?id=${first}`)).body).toEqual({ cleared: 1 });
    expect((await clear()).body).toEqual({ cleared: 1 });
    expect(await waiting()).toEqual([]);
  });

  test("applies a fault to as many concurrent requests as it is for", async () => {
    await add({ kind: "refuse", path: "/v1/markets", count: 5 });
    const answers = await Promise.all(Array.from({ length: 40 }, () => get("/v1/markets")));
    expect(answers.filter(({ status }) => status === 503)).toHaveLength(5);
  });

  test("explains an invalid fault", async () => {
    const unknown = await control("POST", "", { kind: "flood" });
    expect(unknown.status).toBe(400);
    expect(unknown.body["problem"]).toContain("kind");
    expect((await control("PUT")).status).toBe(405);
  });

  test("passes everything else on unchanged", async () => {
    const [through, past] = await Promise.all([
      get("/v1/markets/stats?market=ALL"),
      fixture.get("/v1/markets/stats?market=ALL"),
    ]);
    expect([through.status, through.body]).toEqual([past.status, past.body]);
    const known = ["content-type", "cache-control", "x-content-type-options"];
    for (const name of known) expect(through.headers.get(name)).toBe(past.headers.get(name));
    const unknown = await get("/v1/nothing");
    expect([unknown.status, unknown.body["error"]]).toEqual([404, "NOT_FOUND"]);
    expect((await fetch(`${proxy.url}/v1/markets`, { method: "HEAD" })).status).toBe(200);
  });
});

test("the venue itself has no endpoint for faults", async () => {
  const fixture = await openVenueFixture();
  for (const path of [FAULTS_PATH, "/v1/operator/faults"]) {
    const answer = await fixture.venue.operator(path, { kind: "refuse" });
    expect([answer.status, answer.body["error"]]).toEqual([404, "NOT_FOUND"]);
  }
  await fixture.close();
});

test("a fault proxy without its venue ends the connection", async () => {
  const proxy = await startFaultProxy("http://127.0.0.1:9");
  await expect(fetch(`${proxy.url}/v1/time`)).rejects.toThrow("fetch failed");
  await proxy.close();
});
