/** Faults on request: what each does to a client and to the venue, and that no other venue has them. */
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { OrderRecord } from "#lib/protocol/orders.ts";
import { type Desk, openDesk, RESTING } from "#services/venue/surface/desk.testing.ts";
import { call, startVenue, type TestVenue } from "#services/venue/venue.testing.ts";
import { createFaultTable, type Fault, FaultTable } from "./fault-table.ts";

const PATH = "/v1/operator/faults";

describe("a venue with fault hooks", () => {
  let desk: Desk;
  beforeAll(async () => {
    desk = await openDesk({ faults: true });
  });
  afterAll(() => desk.close());
  afterEach(() => clear());

  const add = async (fault: object) => {
    const { status, body } = await desk.venue.operator(PATH, fault);
    expect([status, body]).toEqual([201, { id: expect.any(Number) }]);
    return Number(body["id"]);
  };
  const waiting = async () =>
    (await desk.venue.operator(PATH)).body["results"] as Record<string, unknown>[];
  const clear = async (query = "") => {
    const { headers } = operatorHeaders();
    return call(`${desk.venue.url}${PATH}${query}`, { method: "DELETE", headers });
  };
  const operatorHeaders = () => ({
    headers: { authorization: `Bearer operator_${"0a".repeat(32)}` },
  });
  const place = (init: RequestInit = {}) => {
    const { headers, body } = desk.alice.placeRequest(RESTING, desk.now());
    return fetch(`${desk.venue.url}/v1/orders`, { method: "POST", headers, body, ...init });
  };
  const orders = async () => (await desk.alice.read("/v1/orders")).body["results"] as OrderRecord[];

  test("drops an answer of what it has executed, once", async () => {
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
      await expect(place({ signal: AbortSignal.timeout(200) })).rejects.toThrow(/timeout|aborted/);
      expect(await orders()).toHaveLength(before.length + executed);
    }
  });

  test("answers late", async () => {
    await add({ kind: "slow", ms: 150, path: "/v1/time", count: 2 });
    for (let round = 0; round < 2; round += 1) {
      const started = performance.now();
      expect((await desk.get("/v1/time")).status).toBe(200);
      expect(performance.now() - started).toBeGreaterThan(140);
    }
  });

  test("refuses with any code of the catalogue, and leaves the state as it was", async () => {
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

  test("goes by another clock: the time that it says, and the signatures that it takes", async () => {
    const id = await add({ kind: "clock_skew", ms: 60_000, path: "/v1/", count: 100 });
    const { body } = await desk.get("/v1/time");
    expect(Number(body["server_time"])).toBe(desk.venue.clock.now() + 60_000);
    const refused = await place();
    expect((await refused.json()).error).toBe("TIMESTAMP_OUT_OF_WINDOW");
    await clear(`?id=${id}`);
    expect((await place()).status).toBe(201);
  });

  test("happens to the named account only, by its signature or its key", async () => {
    await add({ kind: "refuse", account: desk.alice.address, count: 2 });
    expect((await desk.bob.read("/v1/orders")).status).toBe(200);
    expect((await desk.get("/v1/markets")).status).toBe(200);
    expect((await desk.alice.read("/v1/orders")).status).toBe(503);
    expect((await place()).status).toBe(503);
    expect((await place()).status).toBe(201);
  });

  test("lists what waits, and ends one or all", async () => {
    const first = await add({ kind: "refuse", count: 3 });
    await add({ kind: "slow", ms: 1, path: "/v1/time" });
    expect((await desk.get("/v1/time")).status).toBe(503);
    expect(await waiting()).toMatchObject([{ id: first, left: 2 }, { kind: "slow" }]);
    expect((await clear(`?id=${first}`)).body).toEqual({ cleared: 1 });
    expect((await clear()).body).toEqual({ cleared: 1 });
    expect(await waiting()).toEqual([]);
  });

  test("is the operator's, and says what is wrong with a fault", async () => {
    expect((await call(desk.venue.url + PATH)).status).toBe(401);
    const unknown = await desk.venue.operator(PATH, { kind: "flood" });
    expect([unknown.status, unknown.body["error"]]).toEqual([400, "MALFORMED_BODY"]);
    expect(unknown.body["message"]).toContain("kind");
    const put = await call(desk.venue.url + PATH, { method: "PUT", ...operatorHeaders() });
    expect([put.status, put.headers.get("allow")]).toEqual([405, "GET, POST, DELETE"]);
  });
});

describe("several gateways", () => {
  let venue: TestVenue;
  beforeAll(async () => {
    venue = await startVenue({ gateways: 3, faults: true });
  });
  afterAll(() => venue.close());

  test("count one fault together", async () => {
    await venue.operator(PATH, { kind: "refuse", path: "/v1/markets", count: 5 });
    await sleep(5);
    const answers = await Promise.all(
      Array.from({ length: 40 }, () => fetch(`${venue.url}/v1/markets`)),
    );
    for (const answer of answers) await answer.body?.cancel();
    expect(answers.filter(({ status }) => status === 503)).toHaveLength(5);
  });
});

test("a venue without fault hooks has no such endpoint", async () => {
  const desk = await openDesk();
  const answer = await desk.venue.operator(PATH, { kind: "refuse" });
  expect([answer.status, answer.body["error"]]).toEqual([404, "NOT_FOUND"]);
  await desk.close();
});

test("the table has an end, and what was cleared can be filled again", () => {
  const table = new FaultTable(createFaultTable());
  const fault: Fault = { kind: "refuse", when: "before", ms: 0, code: "DRAINING", context: {} };
  const ids = Array.from({ length: 64 }, () => table.add(fault, 1));
  expect(new Set(ids).size).toBe(64);
  expect(table.add(fault, 1)).toBeUndefined();
  expect(table.clear()).toBe(64);
  expect(ids).not.toContain(table.add({ ...fault, path: "/v1" }, 2));
  expect(table.take(({ path }) => path === "/v1")).toMatchObject({ path: "/v1" });
  expect(table.take(({ path }) => path === undefined)).toBeUndefined();
  expect(table.add({ ...fault, path: "/".repeat(2_000) }, 1)).toBeUndefined();
});
