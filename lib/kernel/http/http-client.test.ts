/** A kept connection that the other side ends just then: what may be sent once more, and what may not. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, test } from "vitest";
import { keepAliveAgent, sendHttp } from "./http-client.ts";

let server: Server;
let url: string;
let arrived: string[];
/** Ends the connection of the next request without a byte of an answer. */
let ends: boolean;

beforeEach(async () => {
  [arrived, ends] = [[], false];
  server = createServer((request, response) => {
    arrived.push(request.method ?? "");
    if (ends) {
      ends = false;
      return void request.socket.destroy();
    }
    response.end("{}");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const WATCHDOG_MS = 60_000;

test.each([
  ["GET", undefined, ["GET", "GET", "GET"]],
  ["GET", false, ["GET", "GET"]],
  ["POST", undefined, ["GET", "POST"]],
  ["POST", true, ["GET", "POST", "POST"]],
] as const)("%s that is repeatable: %s arrives as %s", async (method, isRepeatable, expected) => {
  const agent = keepAliveAgent(url);
  const send = (verb: "GET" | "POST", more = {}) =>
    sendHttp({
      url,
      method: verb,
      agent,
      maxBytes: 100,
      signal: AbortSignal.timeout(WATCHDOG_MS),
      ...more,
    });
  await send("GET");
  ends = true;
  const answer = send(method, isRepeatable === undefined ? {} : { isRepeatable });
  const isAnswered = expected.length === 3;
  if (isAnswered) expect((await answer).status).toBe(200);
  else await expect(answer).rejects.toMatchObject({ name: "UpstreamError" });
  expect(arrived).toEqual(expected);
  agent.destroy();
});
