/**
 * An account's events on their whole way, from the venue's journal to the stream of a browser: of its own account alone,
 * each once, also when the stream between app and venue is cut.
 */
import http from "node:http";
import net, { type AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { Secret } from "#lib/kernel/env.ts";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import { VenueAddresses } from "#lib/kernel/http/venue-addresses.ts";
import { createLogger } from "#lib/kernel/log/log.ts";
import { systemTimers } from "#lib/kernel/time/timers.ts";
import type { StreamOwner } from "#lib/platform/streams/stream-definition.ts";
import { StreamServer } from "#lib/platform/streams/stream-server.ts";
import { setAccountFollower } from "#lib/trading/account-stream/account-feed.ts";
import { AccountFollower } from "#lib/trading/account-stream/account-follower.ts";
import { TopicBoard } from "#lib/trading/market-data/market-topics.ts";
import { MARKET_STREAM_PATH, marketStream } from "#lib/trading/streams/market-stream.ts";
import { EventReader } from "#services/venue/surface/event-reader.testing.ts";
import {
  openVenueFixture,
  type VenueFixture,
} from "#services/venue/surface/venue-fixture.testing.ts";
import { limit, READER_KEY, type TestTrader } from "#services/venue/venue.testing.ts";

/** Passes bytes on between app and venue, until it is cut. */
class Wire {
  readonly #sockets = new Set<net.Socket>();
  readonly #server: net.Server;
  isCut = false;

  constructor(target: string) {
    const { hostname, port } = new URL(target);
    this.#server = net.createServer((socket) => {
      if (this.isCut) {
        socket.destroy();
        return;
      }
      const onward = net.connect(Number(port), hostname);
      for (const one of [socket, onward]) {
        this.#sockets.add(one);
        one.on("error", () => {});
        one.on("close", () => {
          socket.destroy();
          onward.destroy();
        });
      }
      socket.pipe(onward).pipe(socket);
    });
  }

  async open(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  cut(): void {
    this.isCut = true;
    for (const socket of this.#sockets) socket.destroy();
  }

  close(): void {
    this.cut();
    this.#server.close();
  }
}

let fixture: VenueFixture;
let wire: Wire;
let follower: AccountFollower;
let streams: StreamServer;
let server: http.Server;
let base: string;
let readers: EventReader[];
/** The account of each session that is signed in. */
let sessions: Map<string, string>;
const market = new TopicBoard();

const ownerOf = (request: http.IncomingMessage, account: string): Promise<StreamOwner> => {
  const name = request.headers["authorization"] ?? "";
  const signedIn = sessions.get(name);
  if (signedIn === undefined) return Promise.reject(new ServiceError("SIGN_IN_REQUIRED"));
  if (signedIn !== account) return Promise.reject(new ServiceError("ACCOUNT_MISMATCH"));
  return Promise.resolve({ userId: name, account, check: () => ownerOf(request, account) });
};

beforeEach(async () => {
  fixture = await openVenueFixture({ readerKey: READER_KEY });
  wire = new Wire(fixture.venue.url);
  follower = new AccountFollower({
    addresses: new VenueAddresses(await wire.open()),
    readerKey: new Secret(READER_KEY),
    timers: systemTimers,
    log: createLogger("app", "silent"),
  });
  setAccountFollower(follower);
  const source = {
    knows: (name: string) => name === "BTCUSDC",
    state: () => market.state(new Set(["mark"])),
    subscribe: (_name: string, topics: ReadonlySet<never>, deliver: never) =>
      market.listen(topics, deliver),
  };
  streams = new StreamServer({
    timers: systemTimers,
    definitions: [marketStream(source, (request, { account }) => ownerOf(request, account))],
  });
  server = http.createServer((request, response) => {
    const path = request.url?.split("?", 1)[0] ?? "";
    void streams.handle(request, response, { path, address: "192.0.2.7" });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  readers = [];
  sessions = new Map([
    ["alice", fixture.alice.address],
    ["bob", fixture.bob.address],
  ]);
});

afterEach(async () => {
  for (const reader of readers) reader.close();
  streams.drain();
  setAccountFollower(undefined);
  follower.stop();
  wire.close();
  server.close();
  await fixture.close();
});

function open(session: string, { address }: TestTrader, more = ""): EventReader {
  const url = `${base}${MARKET_STREAM_PATH}?account=${address}${more}`;
  const reader = new EventReader(url, { authorization: session });
  readers.push(reader);
  return reader;
}

async function trade(buyer: TestTrader, seller: TestTrader, size: string): Promise<void> {
  await seller.place(limit("SELL", size, "64000"), fixture.now());
  await buyer.place(limit("BUY", size, "64000"), fixture.now());
}

const namesOf = ({ events }: EventReader) => events.map(({ name }) => name);

test("a session's stream begins with the whole state, and goes on with what happens", async () => {
  const { alice, bob } = fixture;
  await alice.place(limit("BUY", "0.1", "60000"), fixture.now());
  await trade(alice, bob, "0.5");
  const reader = open("alice", alice);
  await reader.next("followed", ({ live }) => live === true);
  await reader.next("margin");
  const begun = namesOf(reader).slice(namesOf(reader).indexOf("reset"));
  expect(begun).toEqual(["reset", "account", "position", "order", "margin"]);
  await trade(bob, alice, "0.5");
  expect((await reader.next("fill")).data).toMatchObject({ size: "0.5", side: "SELL" });
  await reader.next("position", ({ size }) => size === "0");
  for (const { id, data } of reader.events) {
    expect(data["account"]).toBe(alice.address);
    expect(id).toBe(`@${alice.address}`);
  }
});

test("the second reader of an account begins with the state that the first one has", async () => {
  const { alice, bob } = fixture;
  const first = open("alice", alice);
  await first.next("margin");
  await trade(alice, bob, "0.5");
  await first.next("position");
  await alice.place(limit("BUY", "0.1", "60000"), fixture.now());
  await first.next("order", ({ status }) => status === "OPEN");
  const second = open("alice", alice);
  await second.next("margin");
  expect(namesOf(second)).toEqual(["reset", "account", "position", "order", "margin"]);
  expect((await second.next("position")).data).toMatchObject({ size: "0.5" });
});

test("events of markets are in the same stream, named by their market", async () => {
  market.announceState("mark", '{"mark_price":"64000"}');
  market.flush();
  const reader = open("alice", fixture.alice, "&market=BTCUSDC&events=mark");
  expect((await reader.next("mark")).id).toBe("BTCUSDC");
  await reader.next("margin");
});

describe("nobody receives another account's events", () => {
  test("a stream of another account is refused before it begins", async () => {
    for (const [session, code, status] of [
      ["bob", "ACCOUNT_MISMATCH", 403],
      ["nobody", "SIGN_IN_REQUIRED", 401],
    ] as const) {
      const refused = await open(session, fixture.alice).opened;
      expect([refused.status, (await refused.body())["error"]]).toEqual([status, code]);
    }
  });

  test("two sessions on one server get their own", async () => {
    const { alice, bob } = fixture;
    const [ofAlice, ofBob] = [open("alice", alice), open("bob", bob)];
    await Promise.all([ofAlice.next("margin"), ofBob.next("margin")]);
    await trade(alice, bob, "0.5");
    await Promise.all([ofAlice.next("fill"), ofBob.next("fill")]);
    for (const [{ events }, { address }] of [
      [ofAlice, alice],
      [ofBob, bob],
    ] as const) {
      expect(new Set(events.map(({ data }) => data["account"]))).toEqual(new Set([address]));
    }
  });

  test("a sign-out ends the stream", async () => {
    const reader = open("alice", fixture.alice);
    await reader.next("margin");
    sessions.delete("alice");
    streams.checkUser("alice");
    await expect(reader.ended).resolves.toBeUndefined();
  });

  test.each(["nobody", "", "0"])("an account that is no key is refused: %s", async (account) => {
    const refused = await fetch(`${base}${MARKET_STREAM_PATH}?account=${account}`);
    expect([refused.status, ((await refused.json()) as { error: string }).error]).toEqual([
      400,
      "INVALID_PUBLIC_KEY",
    ]);
  });
});

test("when the venue's stream is cut, readers are told, miss no fill, and get the whole state again", async () => {
  const { alice, bob } = fixture;
  const reader = open("alice", alice);
  await reader.next("margin");
  await trade(alice, bob, "0.1");
  await reader.next("fill");
  const seen = reader.events.length;
  wire.cut();
  await reader.next("followed", ({ live }) => live === false, seen);
  await trade(alice, bob, "0.2");
  await trade(alice, bob, "0.3");
  wire.isCut = false;
  await reader.next("followed", ({ live }) => live === true, seen);
  await reader.next("margin", () => true, seen);
  const again = reader.events.slice(seen);
  const fills = again.filter(({ name }) => name === "fill").map(({ data }) => data["size"]);
  expect(fills).toEqual(["0.2", "0.3"]);
  expect((await reader.next("position", () => true, seen)).data).toMatchObject({ size: "0.6" });
  expect(again.filter(({ name }) => name === "reset")).toHaveLength(1);
});

test("a reader that leaves and comes back at once has the whole state", async () => {
  const { alice } = fixture;
  const first = open("alice", alice);
  await first.next("margin");
  first.close();
  const second = open("alice", alice);
  await expect(second.next("margin")).resolves.toMatchObject({ name: "margin" });
});

test("without a follower a page is told to read by itself", async () => {
  setAccountFollower(undefined);
  const reader = open("alice", fixture.alice);
  expect((await reader.next("followed")).data).toMatchObject({ live: false });
});
