/** Custody reads from the venue's primary and sends its reports to it. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { Secret } from "#lib/kernel/env.ts";
import { CustodyVenueClient } from "./venue-client.ts";

const servers: Server[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

async function serve(status: number, body: string) {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    request.resume().on("end", () => response.writeHead(status).end(body));
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { requests, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

test("a report that a standby refuses reaches the primary", async () => {
  const standby = await serve(503, '{"error":"NOT_PRIMARY","message":"no"}');
  const primary = await serve(200, "{}");
  const key = new Secret("custody_key");
  const client = new CustodyVenueClient(`${standby.url},${primary.url}`, key);
  await client.reportSettled("wdr_1", "a payment");
  await client.reportReturned("wdr_2", "no account");
  client.close();
  expect(standby.requests).toEqual(["POST /v1/custody/withdrawals/wdr_1/settled"]);
  expect(primary.requests).toEqual([
    "POST /v1/custody/withdrawals/wdr_1/settled",
    "POST /v1/custody/withdrawals/wdr_2/returned",
  ]);
});

test("a refusal of the primary is final, and no other address is tried", async () => {
  const primary = await serve(422, '{"error":"WITHDRAWAL_STATE","message":"no"}');
  const other = await serve(200, "{}");
  const client = new CustodyVenueClient(`${primary.url},${other.url}`, new Secret("custody_key"));
  await expect(client.reportSettled("wdr_1", "a payment")).rejects.toThrow("WITHDRAWAL_STATE");
  client.close();
  expect(other.requests).toEqual([]);
});
