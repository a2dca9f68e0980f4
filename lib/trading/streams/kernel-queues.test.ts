import { once } from "node:events";
import http from "node:http";
import net, { type AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { ManualTimers } from "#lib/platform/timers.testing.ts";
import { TopicBoard } from "#lib/trading/market-data/topics.ts";
import { MAX_BLOCKED_MS } from "./connection.ts";
import { addressOf, fullKernelQueues, socketName } from "./kernel-queues.ts";
import { STREAM_PATH, StreamServer } from "./stream-server.ts";

const PATIENCE = { timeout: 120_000 };
/** Less than the buffers of a socket accept, and more than may wait for a reader. */
const BYTES = 400_000;
const BOOK = "x".repeat(8_000);

test.each([
  ["0100007F", "127.0.0.1"],
  ["0000000000000000FFFF00000100007F", "::ffff:127.0.0.1"],
  ["00000000000000000000000001000000", "::1"],
  ["B80D012000000000000000000100FF00", "2001:db8::ff:1"],
])("%s of the kernel is the address %s of node", (hex, address) => {
  expect(addressOf(hex)).toBe(address);
});

describe.runIf(process.platform === "linux")(
  "a reader that stops while the kernel still takes all",
  () => {
    let board: TopicBoard;
    let timers: ManualTimers;
    let streams: StreamServer;
    let server: http.Server;
    let peer: net.Socket;
    let client: net.Socket;
    let received: string;

    beforeEach(async () => {
      board = new TopicBoard();
      timers = new ManualTimers(1_000_000);
      streams = new StreamServer({
        timers,
        marketData: {
          knows: () => true,
          state: (_market, topics) => board.state(topics),
          subscribe: (_market, topics, deliver) => board.listen(topics, deliver),
        },
      });
      server = http.createServer((request, response) => {
        void streams.handle(request, response, "192.0.2.1");
      });
      server.listen(0, "127.0.0.1");
      await once(server, "listening");
      const connected = once(server, "connection");
      client = net.connect({ port: (server.address() as AddressInfo).port, host: "127.0.0.1" });
      received = "";
      client.on("data", (chunk) => {
        received += chunk.toString("latin1");
      });
      client.on("error", () => {});
      client.write(`GET ${STREAM_PATH}?market=BTCUSDC HTTP/1.1\r\nHost: a\r\n\r\n`);
      [peer] = (await connected) as [net.Socket];
      await vi.waitFor(() => expect(received).toContain("retry: 3000"));
      client.pause();
    });

    afterEach(async () => {
      client.destroy();
      streams.drain();
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    });

    /** Publishes new books one after the other, until `bytes` more are written or writing has stopped. */
    async function tell(bytes: number): Promise<void> {
      const until = peer.bytesWritten + bytes;
      for (let book = 0; book < 60 && peer.bytesWritten < until; book += 1) {
        board.announceState("orderbook", JSON.stringify(`${book}${BOOK}`));
        board.flush();
        await new Promise((resolve) => setTimeout(resolve, 15));
      }
    }

    test("is found in the kernel's table, and nothing more is sent to it", async () => {
      await tell(BYTES);
      expect(peer.writableLength).toBe(0);
      expect(await fullKernelQueues()).toContain(socketName(peer));
      await timers.advance(5_000);
      await vi.waitFor(async () => {
        const before = peer.bytesWritten;
        await tell(8_000);
        expect(peer.bytesWritten).toBe(before);
      }, PATIENCE);
      board.announceState("mark", '{"mark_price":"77"}');
      board.flush();
      client.resume();
      await vi.waitFor(async () => {
        await timers.advance(5_000);
        expect(received).toContain('"mark_price":"77"');
      }, PATIENCE);
      expect(streams.size).toBe(1);
    });

    test("is reset after 30 s", async () => {
      await tell(BYTES);
      await vi.waitFor(async () => {
        await timers.advance(MAX_BLOCKED_MS);
        expect(streams.size).toBe(0);
      }, PATIENCE);
      expect(peer.destroyed).toBe(true);
    });
  },
);
