import { afterEach, beforeEach, expect, test, vi } from "vitest";

let wall: number;
let steady: number;
/** How far the venue's clock is ahead; `undefined` while the venue does not answer. */
let venueAhead: number | undefined;
let requests: number;

beforeEach(() => {
  vi.resetModules();
  wall = 1_800_000_000_000;
  steady = 1_000;
  venueAhead = 0;
  requests = 0;
  vi.spyOn(Date, "now").mockImplementation(() => wall);
  vi.spyOn(performance, "now").mockImplementation(() => steady);
  vi.stubGlobal("fetch", () => {
    requests += 1;
    return venueAhead === undefined
      ? Promise.reject(new TypeError("offline"))
      : Promise.resolve(Response.json({ server_time: wall + venueAhead }));
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const load = async () => ({
  ...(await import("./clock-guard.ts")),
  ...(await import("./server-clock.ts")),
});

test("the time is measured before it is believed, and then stands", async () => {
  const { ensureClock, clockIsKnown, serverNow } = await load();
  venueAhead = -60_000;
  expect(clockIsKnown()).toBe(false);
  expect(await ensureClock()).toBe(true);
  expect(serverNow()).toBe(wall - 60_000);
  const before = requests;
  wall += 3_600_000;
  steady += 3_600_000;
  expect(await ensureClock()).toBe(true);
  expect(requests).toBe(before);
});

test("a computer's clock that was set, or a sleep, means measuring again", async () => {
  const { ensureClock, serverNow } = await load();
  await ensureClock();
  for (const jump of [60_000, -60_000]) {
    wall += jump;
    venueAhead = (venueAhead ?? 0) - jump;
    const before = requests;
    expect(await ensureClock()).toBe(true);
    expect(requests).toBeGreaterThan(before);
    expect(serverNow()).toBe(wall + venueAhead);
  }
});

test("a venue that does not say its time leaves it unknown; one measurement serves all who ask", async () => {
  const { ensureClock } = await load();
  venueAhead = undefined;
  expect(await ensureClock()).toBe(false);
  venueAhead = 0;
  requests = 0;
  expect(await Promise.all([ensureClock(), ensureClock(), ensureClock()])).toEqual([
    true,
    true,
    true,
  ]);
  expect(requests).toBe(3);
});
