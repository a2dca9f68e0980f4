/** The connections that one address holds leave room for all others, over all gateways together. */
import { once } from "node:events";
import { request } from "node:http";
import { connect, type Socket } from "node:net";
import { afterEach, describe, expect, test, vi } from "vitest";
import { limit, startVenue, TestTrader, type TestVenue } from "#services/venue/venue.testing.ts";

let venue: TestVenue;
let sockets: Socket[] = [];

afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  sockets = [];
  await venue.close();
});

/** Connections with a request head that is never finished. */
async function openUnfinished(count: number, localAddress: string): Promise<Socket[]> {
  const port = Number(new URL(venue.url).port);
  const opened = Array.from({ length: count }, () => {
    const socket = connect({ port, host: "127.0.0.1", localAddress });
    socket.on("error", () => {});
    socket.resume();
    socket.write("GET /v1/time HTTP/1.1\r\nHost: x\r\nX-A: ");
    return socket;
  });
  sockets.push(...opened);
  await Promise.all(
    opened.map((socket) => Promise.race([once(socket, "connect"), once(socket, "close")])),
  );
  return opened;
}

const openOf = (some: Socket[]) => some.filter(({ closed }) => !closed).length;

/** Resolves to the status, over a new connection; `undefined` when the connection is refused. */
function askFrom(localAddress: string): Promise<number | undefined> {
  return new Promise((resolve) => {
    const asking = request(`${venue.url}/v1/time`, { localAddress, agent: false }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    });
    asking.on("error", () => resolve(undefined));
    asking.end();
  });
}

// Other systems have one loopback address unless an administrator adds more.
describe.skipIf(process.platform !== "linux")("connections", () => {
  test("of one address with 1,600 unfinished heads are cut to its limit and gone after 10 s, while others trade", async () => {
    venue = await startVenue({ gateways: 2, connections: 3_500, clock: "system" });
    const trader = new TestTrader(venue.url, "trader");
    await trader.createKey(Date.now());
    const deposit = { account: trader.address, amount: "1000", reference: "first" };
    await venue.operator("/v1/operator/deposits", deposit);
    const begun = performance.now();
    const unfinished = await openUnfinished(1_600, "127.0.0.77");
    await vi.waitFor(() => expect(openOf(unfinished)).toBe(1_000));
    expect(await askFrom("127.0.0.77")).toBeUndefined();
    while (openOf(unfinished) > 0) {
      await venue.operator("/v1/operator/marks", { marks: { BTCUSDC: "64000" } });
      const placed = await trader.place(limit("BUY", "0.001", "60000"), Date.now());
      expect([placed.status, placed.body["error"]]).toEqual([201, undefined]);
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
    expect(performance.now() - begun).toBeGreaterThan(9_000);
    expect(await askFrom("127.0.0.77")).toBe(200);
    const metrics = await (await fetch(`${venue.url}/metrics`)).text();
    expect(Number(/venue_connections_refused_total (\d+)/.exec(metrics)?.[1])).toBeGreaterThan(600);
  });

  test("of many addresses leave a tenth to the readers, which have no limit of their own", async () => {
    venue = await startVenue({ connections: 100, readerAddresses: ["127.0.0.78"] });
    const first = await openUnfinished(60, "127.0.0.77");
    await vi.waitFor(() => expect(openOf(first)).toBe(50));
    const second = await openUnfinished(60, "127.0.0.79");
    await vi.waitFor(() => expect(openOf(second)).toBe(40));
    expect(await askFrom("127.0.0.80")).toBeUndefined();
    expect(await askFrom("127.0.0.78")).toBe(200);
    const readers = await openUnfinished(12, "127.0.0.78");
    await vi.waitFor(() => expect(openOf(readers)).toBe(10));
    first[0]?.destroy();
    readers[0]?.destroy();
  });

  test("through a proxy share no limit of an address", async () => {
    venue = await startVenue({ connections: 100, trustedProxies: 1 });
    const proxied = await openUnfinished(85, "127.0.0.77");
    expect(await askFrom("127.0.0.77")).toBe(200);
    expect(openOf(proxied)).toBe(85);
  });
});
