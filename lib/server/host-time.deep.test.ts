import { afterAll, beforeAll, expect, test } from "vitest";
import { get, HostProcess, headOf, STREAM, until } from "./host-client.testing.ts";

let host: HostProcess;
beforeAll(async () => {
  host = await HostProcess.start();
});
afterAll(() => host.stop());

/**
 * In real time, because fake clocks say nothing about Node's timers. The 15 s between two are measured on the clock of
 * `market-stream.test.ts`: a busy machine may deliver one late. Both tests wait at once.
 */
test.concurrent("heartbeats come on a silent market, one after the other", async () => {
  const [peer] = await host.openStreams(1);
  const beats = () => peer?.received().split("event: hb\ndata: {}\n\n").slice(1);
  await until(() => expect(beats()).toHaveLength(2));
});

test.concurrent("a client that says nothing, or sends its head byte by byte, is waited for 10 s", async () => {
  const silent = host.connect();
  const slow = host.ask(`GET ${STREAM} HTTP/1.1\r\nHost: a\r\nX-Slow: `);
  const trickle = setInterval(() => slow.socket.write("x"), 500);
  await Promise.all([slow.closed, silent.closed]);
  clearInterval(trickle);
  expect(headOf(slow.received()).status).toBe(408);
  expect((await host.answerTo(get("/page"))).status).toBe(200);
});
