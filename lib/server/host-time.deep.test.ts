import { afterAll, beforeAll, expect, test } from "vitest";
import { get, HostProcess, headOf, STREAM, until } from "./host-client.testing.ts";

let host: HostProcess;
beforeAll(async () => {
  host = await HostProcess.start();
});
afterAll(() => host.stop());

/** In real time, because fake clocks say nothing about Node's timers. Both tests wait at once. */
test.concurrent("a heartbeat comes every 15 s on a silent market, give or take one", {
  timeout: 240_000,
}, async () => {
  const [peer] = await host.openStreams(1);
  const beats: number[] = [];
  peer?.socket.on("data", (chunk) => {
    if (chunk.includes("event: hb\ndata: {}\n\n")) beats.push(performance.now());
  });
  await until(() => expect(beats).toHaveLength(2));
  const [first = 0, second = 0] = beats;
  expect(second - first).toBeGreaterThan(14_000);
  expect(second - first).toBeLessThan(16_000);
});

test.concurrent("a client that says nothing, or sends its head byte by byte, is waited for 10 s", {
  timeout: 240_000,
}, async () => {
  const silent = host.connect();
  const slow = host.ask(`GET ${STREAM} HTTP/1.1\r\nHost: a\r\nX-Slow: `);
  const trickle = setInterval(() => slow.socket.write("x"), 500);
  await Promise.all([slow.closed, silent.closed]);
  clearInterval(trickle);
  expect(headOf(slow.received()).status).toBe(408);
  expect((await host.answerTo(get("/page"))).status).toBe(200);
});
