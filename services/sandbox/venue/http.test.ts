/** Requests go to the primary among several addresses, and a write that may have arrived is not sent again. */
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { requestVenue, VenueError } from "./http.ts";

const servers: Server[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

async function serve(answer: (response: ServerResponse) => void) {
  const methods: string[] = [];
  const server = createServer((request, response) => {
    methods.push(request.method ?? "");
    request.resume().on("end", () => answer(response));
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { methods, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

const standby = () =>
  serve((response) => response.writeHead(503).end('{"error":"NOT_PRIMARY","message":"no"}'));
const primary = () => serve((response) => response.end('{"here":true}'));
const mute = () => serve((response) => response.destroy());

const WRITE = { method: "POST", path: "/v1/orders", body: {} } as const;

test("a write that a standby refused goes to the primary, as do the next requests", async () => {
  const [first, second] = [await standby(), await primary()];
  const addresses = `${first.url},${second.url}`;
  expect(await requestVenue(addresses, WRITE)).toEqual({ here: true });
  expect(await requestVenue(addresses, { path: "/v1/time" })).toEqual({ here: true });
  expect([first.methods, second.methods]).toEqual([["POST"], ["POST", "GET"]]);
});

test("a write without an answer is not sent again; a read is", async () => {
  const [first, second] = [await mute(), await primary()];
  const addresses = `${first.url},${second.url}`;
  await expect(requestVenue(addresses, WRITE)).rejects.toThrow(VenueError);
  expect(second.methods).toEqual([]);
  const other = `${first.url}/,${second.url}`;
  expect(await requestVenue(other, { path: "/v1/time" })).toEqual({ here: true });
});
