/** Stored copies of the documents of connected clients: neither strangers' requests nor a restart lose them. */

import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { json } from "#lib/platform/outbound/guarded-request.testing.ts";
import { DAY_MS, HOUR_MS } from "#lib/protocol/durations.ts";
import { ClientDocuments, documentNetwork } from "./client-documents.ts";
import { type ClientTable, openClientTable } from "./clients.testing.ts";
import { databaseCopies } from "./document-copies.ts";

const MAX_OF_HOST = 50;
const START = Date.UTC(2026, 4, 10);
const unreachable = expect.objectContaining({ kind: "unreachable" }) as unknown;

let table: ClientTable;
let server: Server;
let base: string;
let requests: string[];
/** The host's answer instead of documents. */
let status: number | undefined;
let now: number;

beforeAll(async () => {
  server = createServer((request, response) => {
    requests.push(request.url ?? "");
    if (status !== undefined) {
      response.writeHead(status).end();
      return;
    }
    json({
      client_id: `${base}${request.url}`,
      client_name: "App",
      redirect_uris: ["http://127.0.0.1/cb"],
      token_endpoint_auth_method: "none",
    })(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close();
});
beforeEach(async () => {
  table = await openClientTable();
  [requests, status, now] = [[], undefined, START];
});
afterEach(() => table.close());

/** The documents of a process that has just started. */
function start(): ClientDocuments {
  const terms = { ownHost: "localhost:3000", mayBeLocal: true };
  return new ClientDocuments(terms, documentNetwork, { now: () => now, copies: databaseCopies });
}

async function connect(documents: ClientDocuments, id: string): Promise<void> {
  await documents.find(id);
  await table.addGrant(id, { expiresAt: new Date(now + 30 * DAY_MS), revokedAt: null });
  await documents.keepCopy(id);
}

async function crowdOut(documents: ClientDocuments): Promise<void> {
  for (let index = 0; index < MAX_OF_HOST; index += 1) await documents.find(`${base}/x${index}`);
}

test("a client with a live grant is known while its host is down, however many other clients were named since", async () => {
  const documents = start();
  const [connected, stranger] = [`${base}/connected`, `${base}/stranger`];
  await connect(documents, connected);
  await documents.find(stranger);
  await crowdOut(documents);
  status = 503;
  expect(await documents.find(connected)).toMatchObject({ client_name: "App" });
  await expect(documents.find(stranger)).rejects.toEqual(unreachable);
});

test("a client with a live grant does not need its host after a restart, nor in another process", async () => {
  const connected = `${base}/connected`;
  await connect(start(), connected);
  status = 503;
  requests = [];
  expect(await start().find(connected)).toMatchObject({ client_name: "App" });
  expect(requests).toEqual([]);
  // The host is asked again once the copy is old, and then the copy is valid a day longer, as in memory.
  now += 6 * 60_000;
  expect(await start().find(connected)).toMatchObject({ client_name: "App" });
  expect(requests).toEqual(["/connected"]);
  now += DAY_MS;
  await expect(start().find(connected)).rejects.toEqual(unreachable);
});

test("a fetch renews the copy, also for a process that has an older one in memory", async () => {
  const connected = `${base}/connected`;
  const [first, second] = [start(), start()];
  await connect(first, connected);
  await second.find(connected);
  now += DAY_MS;
  await second.find(connected);
  status = 503;
  requests = [];
  now += 4 * 60_000;
  expect(await first.find(connected)).toMatchObject({ client_name: "App" });
  expect(requests).toEqual([]);
});

test.each([
  ["no grant", undefined],
  ["a revoked grant", { expiresAt: new Date(START + DAY_MS), revokedAt: new Date(START) }],
  ["an expired grant", { expiresAt: new Date(START), revokedAt: null }],
])("a client with %s has no copy", async (_name, grant) => {
  const id = `${base}/unused`;
  const documents = start();
  await documents.find(id);
  if (grant !== undefined) await table.addGrant(id, grant);
  await documents.keepCopy(id);
  expect(await databaseCopies.read(id)).toBeUndefined();
});

test("when the host says that the document is gone, the copy is deleted too", async () => {
  const connected = `${base}/connected`;
  const documents = start();
  await connect(documents, connected);
  expect(await databaseCopies.read(connected)).toBeDefined();
  status = 410;
  now += HOUR_MS;
  await expect(documents.find(connected)).rejects.toMatchObject({ kind: "refused" });
  expect(await databaseCopies.read(connected)).toBeUndefined();
});
