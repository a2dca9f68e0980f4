/**
 * Hostile servers: each read ends with a reason that fits the source's state, and never reaches a
 * private address.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import { brotliCompressSync, constants, deflateSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  INTERNAL,
  type OutsideHost,
  openOutsideHost,
} from "#lib/platform/outbound/guarded-request.testing.ts";
import type { Network } from "#lib/platform/outbound/guarded-request.ts";
import { FetchFailure, fetchSource } from "./fetch.ts";
import type { Source } from "./source.ts";

const MIB = 1_048_576;
const NAME = "wire.example";
const FEED = Buffer.from("<rss/>");
const SOURCE: Source = {
  name: "wire",
  url: `https://${NAME}/rss`,
  publisher: NAME,
  simulatedOrigin: undefined,
};

let host: OutsideHost;
beforeAll(async () => {
  host = await openOutsideHost([NAME]);
});
afterAll(() => host.close());
beforeEach(() => {
  host.requests.length = 0;
});

/**
 * Like the public internet: no target may be read without TLS. Only servers that never finish get a
 * short timeout.
 */
const network = (timeoutMs: number): Network => ({
  ...host.network,
  timeoutMs,
  targets: (url, address) => url.protocol === "https:" && host.network.targets(url, address),
});

const answered = (source = SOURCE, timeoutMs = 60_000) =>
  fetchSource({ source, etag: null, lastModified: null }, network(timeoutMs));

/** @returns why the source could not be read. Any other error fails the test. */
async function failed(timeoutMs?: number): Promise<string> {
  try {
    await answered(SOURCE, timeoutMs);
  } catch (error) {
    if (error instanceof FetchFailure) return error.message;
    throw error;
  }
  throw new Error("it could be read");
}

const packed = (encoding: string, body: Uint8Array) =>
  host.answerWith((_, response) =>
    response.writeHead(200, { "content-encoding": encoding }).end(body),
  );

/** A thousand million zeros in less than 1 MiB, because gzip allows several members in a row. */
function gzipBomb(): Buffer {
  const piece = gzipSync(Buffer.alloc(16 * MIB));
  return Buffer.concat(Array.from({ length: 60 }, () => piece));
}

function brotliBomb(): Buffer {
  const quality = { [constants.BROTLI_PARAM_QUALITY]: 1 };
  return brotliCompressSync(Buffer.alloc(64 * MIB), { params: quality });
}

describe("a packed body", () => {
  test.each([
    ["gzip", gzipSync(FEED)],
    ["X-GZIP", gzipSync(FEED)],
    ["deflate", deflateSync(FEED)],
    ["br", brotliCompressSync(FEED)],
    ["Identity", FEED],
  ])("%s is unpacked", async (encoding, body) => {
    packed(encoding, body);
    const answer = await answered();
    expect(answer.kind === "document" && Buffer.from(answer.bytes)).toEqual(FEED);
  });

  test.each([
    ["gzip", gzipBomb],
    ["br", brotliBomb],
  ])("of %s that unpacks to more than 1 MiB is refused", async (encoding, bomb) => {
    const body = bomb();
    expect(body.length).toBeLessThan(MIB);
    packed(encoding, body);
    expect(await failed()).toBe("too_large");
  });

  test.each([
    ["gzip", FEED],
    ["br", Buffer.alloc(1_000, 0xff)],
    ["gzip", gzipSync(FEED).subarray(0, -9)],
    ["gzip", brotliCompressSync(FEED)],
  ])("that is no %s is refused (%#)", async (encoding, body) => {
    packed(encoding, body);
    expect(await failed()).toBe("not_unpacked");
  });

  test.each(["zstd", "gzip, br", "constructor", "__proto__", "toString"])(
    "of the unknown kind %s is refused",
    async (encoding) => {
      packed(encoding, FEED);
      expect(await failed()).toBe("unknown_encoding");
    },
  );
});

describe("a host", () => {
  test("that sends without end is cut off at 1 MiB", async () => {
    const closed = Promise.withResolvers<void>();
    host.answerWith((_, response) => {
      response.once("close", closed.resolve);
      const more = () => {
        while (!response.destroyed && response.write(Buffer.alloc(65_536, "x")));
        response.once("drain", more);
      };
      more();
    });
    expect(await failed()).toBe("too_large");
    await closed.promise;
  });

  test("that declares a length beyond 1 MiB is not read", async () => {
    host.answerWith((_, response) =>
      response.writeHead(200, { "content-length": String(MIB + 1) }).write("x"),
    );
    expect(await failed()).toBe("too_large");
  });

  test.each<[string, (request: IncomingMessage, response: ServerResponse) => void]>([
    ["never answers", () => {}],
    ["stops within its body", (_, response) => response.writeHead(200).write("<rss>")],
  ])("that %s is left when the time is over", async (_, answer) => {
    host.answerWith(answer);
    expect(await failed(500)).toBe("timeout");
  });

  test("that breaks off counts as unreachable", async () => {
    host.answerWith((_, response) => {
      response.writeHead(200, { "content-length": "100" }).write("<rss>", () => {
        response.destroy();
      });
    });
    expect(await failed()).toBe("unreachable");
  });
});

describe("a redirect", () => {
  const redirected = (location: string) =>
    host.answerWith((_, response) => response.writeHead(302, { location }).end());

  test.each([
    `https://${INTERNAL}/rss`,
    "https://localhost/rss",
    "https://[::1]/rss",
    "https://169.254.169.254/latest/meta-data",
    `http://${NAME}/rss`,
    `http://${INTERNAL}:80/rss`,
    "file:///etc/passwd",
  ])("to %s is not followed", async (location) => {
    redirected(location);
    expect(await failed()).toBe("target_refused");
    expect(host.requests).toHaveLength(1);
  });

  test("loop ends after three", async () => {
    redirected("/rss");
    expect(await failed()).toBe("too_many_redirects");
    expect(host.requests).toHaveLength(4);
  });
});

test("a real source with a plain HTTP address is not read", async () => {
  const read = answered({ ...SOURCE, url: `http://${NAME}/rss` });
  await expect(read).rejects.toThrow("target_refused");
  expect(host.requests).toEqual([]);
});
