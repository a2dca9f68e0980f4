import type net from "node:net";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { addressOf, fullKernelQueues, socketName } from "#lib/kernel/streams/kernel-queues.ts";
import { MAX_BLOCKED_MS } from "#lib/kernel/streams/slow-reader.ts";
import { TestFeed, TestStreams } from "./streams.testing.ts";

const PATH = "/api/books/stream";
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
    let feed: TestFeed;
    let streams: TestStreams;
    let peer: net.Socket;
    let client: net.Socket;
    let received: () => string;

    beforeEach(async () => {
      feed = new TestFeed("books");
      streams = await TestStreams.start([{ path: PATH, parameters: [], feeds: () => [feed] }]);
      ({ socket: client, received } = streams.connect(PATH));
      await vi.waitFor(() => expect(received()).toContain("retry: 3000"));
      [peer] = streams.peers as [net.Socket];
      client.pause();
    });

    afterEach(async () => {
      client.destroy();
      await streams.stop();
    });

    /** Publishes new books one after the other, until `bytes` more are written or writing has stopped. */
    async function send(bytes: number): Promise<void> {
      const until = peer.bytesWritten + bytes;
      for (let book = 0; book < 60 && peer.bytesWritten < until; book += 1) {
        feed.send({ event: "book", json: JSON.stringify(`${book}${BOOK}`), key: "book" });
        await new Promise((resolve) => setTimeout(resolve, 15));
      }
    }

    test("is found in the kernel's table, and nothing more is sent to it", async () => {
      await send(BYTES);
      expect(peer.writableLength).toBe(0);
      expect(await fullKernelQueues()).toContain(socketName(peer));
      await streams.timers.advance(5_000);
      await vi.waitFor(async () => {
        const before = peer.bytesWritten;
        await send(8_000);
        expect(peer.bytesWritten).toBe(before);
      }, PATIENCE);
      feed.send({ event: "mark", json: '{"mark_price":"77"}', key: "mark" });
      client.resume();
      // No time passes while the reader catches up, or the stream would end as blocked.
      await vi.waitFor(() => expect(received()).toHaveLength(peer.bytesWritten), PATIENCE);
      await vi.waitFor(async () => {
        await streams.timers.advance(5_000);
        expect(received()).toContain('"mark_price":"77"');
      }, PATIENCE);
      expect(streams.server.size).toBe(1);
    });

    test("is reset after 30 s", async () => {
      await send(BYTES);
      await vi.waitFor(async () => {
        await streams.timers.advance(MAX_BLOCKED_MS);
        expect(streams.server.size).toBe(0);
      }, PATIENCE);
      expect(peer.destroyed).toBe(true);
    });
  },
);
