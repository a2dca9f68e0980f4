import { afterEach, expect, test } from "vitest";
import { ManualTimers } from "#lib/kernel/time/timers.testing.ts";
import { captureLog } from "#services/oracle/testing/log.ts";
import {
  eventually,
  type Step,
  StreamServer,
  speak,
  speakAndDrop,
} from "#services/oracle/testing/stream-server.ts";
import { SimulatedSource } from "./simulated.ts";
import type { SourceUpdate } from "./source.ts";

const NOW = 1_700_000_000_000;
const UNIT = 10n ** 18n;

let server: StreamServer;
let source: SimulatedSource;

afterEach(async () => {
  source.close();
  await server.stop();
});

async function follow(...script: Step[]) {
  const timers = new ManualTimers(NOW);
  const updates: SourceUpdate[] = [];
  server = await StreamServer.start(...script);
  const { log } = captureLog();
  const options = { sandboxUrl: server.url, weight: 1, staleAfterMs: 3_000, timers, log };
  source = new SimulatedSource(options);
  source.start((update) => updates.push(update));
  return { timers, updates };
}

function event(fields: object): string {
  const whole = { feed: "simulated", ts: NOW, steered: false, prices: {}, ...fields };
  return `event: prices\ndata: ${JSON.stringify(whole)}\n\n`;
}

test("the sandbox's prices are read exactly, a steered one as urgent, and malformed ones are left out", async () => {
  const { updates } = await follow(
    speak(
      event({ prices: { BTCUSDC: "64000.1", ETHUSDC: "3e3", SOLUSDC: "0" } }),
      "event: prices\ndata: {\n\n",
      event({ steered: true, prices: { ETHUSDC: "3000" } }),
    ),
  );
  await eventually("two updates", () => updates.length === 2);
  expect(server.requests[0]!.url.pathname).toBe("/oracle/stream");
  expect(updates).toEqual([
    { urgent: false, prices: [{ market: "BTCUSDC", price: (640_001n * UNIT) / 10n, at: NOW }] },
    { urgent: true, prices: [{ market: "ETHUSDC", price: 3_000n * UNIT, at: NOW }] },
  ]);
});

test("the source has the name of what the sandbox plays", async () => {
  const { updates } = await follow(speak(event({ feed: "replay", prices: { BTCUSDC: "1" } })));
  expect(source.name).toBe("simulated");
  await eventually("an update", () => updates.length === 1);
  expect(source.name).toBe("replay");
});

test("a price is never younger than its arrival, and one more than 5 s ahead is refused", async () => {
  const ahead = (ms: number, price: string) => event({ ts: NOW + ms, prices: { BTCUSDC: price } });
  const { updates } = await follow(speak(ahead(5_001, "1"), ahead(60_000, "2"), ahead(5_000, "3")));
  await eventually("an update", () => updates.length === 1);
  expect(updates[0]!.prices).toEqual([{ market: "BTCUSDC", price: 3n * UNIT, at: NOW }]);
});

test("a sandbox that restarts is found again within a quarter of a second to two seconds", async () => {
  const gone: Step = (response) => response.destroy();
  const { timers, updates } = await follow(
    speakAndDrop(event({})),
    gone,
    gone,
    gone,
    gone,
    speak(event({})),
  );
  for (const wait of [250, 500, 1_000, 2_000, 2_000]) {
    await eventually(`a wait of ${wait}`, () => timers.pending()[0] === wait);
    await timers.advance(wait);
  }
  await eventually("it speaks", () => updates.length === 2 && source.connected);
  expect(server.requests).toHaveLength(6);
});
