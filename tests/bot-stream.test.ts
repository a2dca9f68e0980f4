/** A bot's stream at a real venue: the venue's own events and ids, and an end when the venue key is gone. */
import http from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import { createLogger } from "#lib/kernel/log/log.ts";
import { systemTimers } from "#lib/kernel/time/timers.ts";
import { BOT_STREAM_PATH, botStream } from "#lib/machines/bots/bot-stream.ts";
import { database } from "#lib/platform/db/client.ts";
import { StreamServer } from "#lib/platform/streams/stream-server.ts";
import { saveKey } from "#lib/trading/venue-access/key-store.ts";
import { openKeyTable } from "#lib/trading/venue-access/venue-access.testing.ts";
import { EventReader } from "#services/venue/surface/event-reader.testing.ts";
import {
  openVenueFixture,
  type VenueFixture,
} from "#services/venue/surface/venue-fixture.testing.ts";
import { limit } from "#services/venue/venue.testing.ts";

let fixture: VenueFixture;
let table: Awaited<ReturnType<typeof openKeyTable>>;
let streams: StreamServer;
let server: http.Server;
let url: string;
let readers: EventReader[];
let keyId: string;

// The address of the venue is read once a process.
beforeAll(async () => {
  fixture = await openVenueFixture();
  vi.stubEnv("VENUE_URL", fixture.venue.url);
  table = await openKeyTable();
  const { alice } = fixture;
  const { body } = await fixture.get("/v1/keys", alice.authorization());
  keyId = (body["results"] as { id: string }[])[0]?.id ?? "";
  const times = { createdAt: new Date(fixture.now()), expiresAt: null };
  const key = { id: keyId, label: "bot", secret: alice.key, ...times };
  await saveKey(await database(), alice.address, key);
});

afterAll(async () => {
  await table.close();
  await fixture.close();
  vi.unstubAllEnvs();
});

beforeEach(async () => {
  const { alice } = fixture;
  const ownerOf = (request: http.IncomingMessage) =>
    request.headers.authorization === "alice"
      ? Promise.resolve({ userId: "usr_a", account: alice.address, check: async () => {} })
      : Promise.reject(new ServiceError("MISSING_CREDENTIAL", { expected: "a bot key" }));
  const log = createLogger("app", "silent");
  streams = new StreamServer({
    timers: systemTimers,
    definitions: [botStream({ ownerOf, timers: systemTimers, log })],
  });
  server = http.createServer((request, response) => {
    const path = request.url?.split("?", 1)[0] ?? "";
    void streams.handle(request, response, { path, address: "192.0.2.7" });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${BOT_STREAM_PATH}`;
  readers = [];
});

afterEach(() => {
  for (const reader of readers) reader.close();
  streams.drain();
  server.close();
});

function open(lastEventId?: string): EventReader {
  const last = lastEventId === undefined ? {} : { "last-event-id": lastEventId };
  const reader = new EventReader(url, { authorization: "alice", ...last });
  readers.push(reader);
  return reader;
}

const place = (price: string) => fixture.alice.place(limit("BUY", "0.01", price), fixture.now());

test("it has the venue's ids, and goes on behind the last event", async () => {
  const first = open();
  await first.next("margin");
  await place("60000");
  const order = await first.next("order");
  first.close();
  await place("60001");
  const again = open(order.id);
  await again.next("margin");
  expect(
    again.events.filter(({ name }) => name === "order").map(({ data }) => data["price"]),
  ).toEqual(["60001"]);
  expect(again.events.every(({ data }) => data["account"] === fixture.alice.address)).toBe(true);
});

test("a wallet has five streams, and another when one has ended", async () => {
  const five = Array.from({ length: 5 }, () => open());
  await Promise.all(five.map((reader) => reader.next("margin")));
  const refused = await open().opened;
  expect([refused.status, (await refused.body())["error"]]).toEqual([429, "TOO_MANY_STREAMS"]);
  five[0]?.close();
  await vi.waitFor(() => expect(streams.size).toBe(4));
  await expect(open().next("margin")).resolves.toMatchObject({ name: "margin" });
});

test("it ends when its key is revoked at the venue, and none opens without trading", async () => {
  const reader = open();
  await reader.next("margin");
  const { alice } = fixture;
  const bot = alice.key;
  await alice.createKey(fixture.now());
  await alice.revokeKey(keyId, fixture.now());
  expect(alice.key).not.toBe(bot);
  // The venue ends its stream before the next event, and refuses the key when the app connects again.
  await place("60000");
  await vi.waitFor(() => {
    streams.checkUser("usr_a");
    expect(streams.size).toBe(0);
  });
  await reader.ended;
  await table.clear();
  const refused = await open().opened;
  expect([refused.status, (await refused.body())["error"]]).toEqual([403, "TRADING_NOT_ENABLED"]);
});
