import { execFile } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  get,
  getFor,
  HostProcess,
  headOf,
  type Peer,
  readChunks,
  STREAM,
  until,
} from "./host-client.testing.ts";

/** The limits that docs/api/streams.md promises. */
const STREAMS_OF_ADDRESS = 32;
const CONNECTS_A_MINUTE = 240;
const REQUESTS_A_MINUTE = 600;
const CONNECTIONS_OF_ADDRESS = 1_000;

const MARKETS = "/api/perps-dex/markets";

let host: HostProcess;

/** For tests of counts over all requests, and of shutdown. */
function eachWithItsOwnHost(trustedProxies = 0): void {
  beforeEach(async () => {
    host = await HostProcess.start(trustedProxies);
  });
  afterEach(() => host.stop());
}

/** By the number of proxies that they trust. */
const shared = new Map<number, HostProcess>();
afterAll(async () => {
  for (const started of shared.values()) await started.stop();
});

/** Shared by tests that leave it unchanged: starting one takes longer than most of them. */
function withSharedHost(trustedProxies = 0): void {
  beforeAll(async () => {
    host = shared.get(trustedProxies) ?? (await HostProcess.start(trustedProxies));
    shared.set(trustedProxies, host);
  });
  afterEach(() => host.hangUp());
}

describe("a stream is read by", () => {
  withSharedHost();

  test("curl -N", async () => {
    const curl = execFile("curl", ["-sN", "--max-time", "1", host.url(STREAM)]);
    let text = "";
    curl.stdout?.on("data", (chunk) => {
      text += String(chunk);
    });
    await once(curl, "close");
    expect(text).toMatch(/^retry: 3000\n(event: \w+\ndata: \{.*\}\n\n)+$/);
  });

  test("a client on a plain socket", async () => {
    const [peer] = await host.openStreams(1);
    const { status, headers, body } = headOf(peer!.received());
    expect([status, headers.get("transfer-encoding")]).toEqual([200, "chunked"]);
    expect(readChunks(body).text).toMatch(/^retry: 3000\n(event: \w+\ndata: \{.*\}\n\n)+$/);
  });

  test("a client of HTTP/1.0, without chunks", async () => {
    const peer = host.ask(get(STREAM, "1.0"));
    await until(() => expect(peer.received()).toContain("mark_price"));
    const { headers, body } = headOf(peer.received());
    expect(headers.has("transfer-encoding")).toBe(false);
    expect(body).toMatch(/^retry: 3000\n(event: \w+\ndata: \{.*\}\n\n)+$/);
  });

  test("a client that requests it in absolute form", async () => {
    const { status } = await host.answerTo(get(`http://example.org${STREAM}`));
    expect(status).toBe(200);
  });

  test("a client that sends the head in pieces", async () => {
    const peer = host.connect();
    for (const piece of get(STREAM).match(/.{1,20}/gs) ?? []) {
      peer.socket.write(piece);
      await sleep(5);
    }
    await until(() => expect(peer.received()).toContain("mark_price"));
  });
});

describe("the limits of streams", () => {
  eachWithItsOwnHost();

  test("an address has 32 at once, and another when one ends", async () => {
    const peers = await host.openStreams(STREAMS_OF_ADDRESS);
    const refused = await host.answerTo(get(STREAM));
    expect(refused.status).toBe(429);
    expect(refused.headers.get("retry-after")).toBe("3");
    expect(JSON.parse(refused.body)).toMatchObject({ error: "TOO_MANY_STREAMS" });
    expect((await host.answerTo(get(STREAM), "127.0.0.2")).status).toBe(200);
    peers[0]?.socket.destroy();
    await until(async () => expect((await host.answerTo(get(STREAM))).status).toBe(200));
  });

  test("an address connects 240 times a minute, whatever the outcome", async () => {
    for (let done = 0; done < CONNECTS_A_MINUTE; done += 60) {
      const some = Array.from({ length: 60 }, () =>
        host.request("/api/perps-dex/stream?market=NONE"),
      );
      for (const { status } of await Promise.all(some)) expect(status).toBe(404);
    }
    const peer = host.ask(get(STREAM));
    await peer.closed;
    const { status, headers, body } = headOf(peer.received());
    expect([status, headers.get("connection")]).toEqual([429, "close"]);
    expect(Number(headers.get("retry-after"))).toBeGreaterThan(50);
    expect(Number(headers.get("retry-after"))).toBeLessThanOrEqual(60);
    expect(JSON.parse(body)).toMatchObject({ error: "RATE_LIMITED" });
  });
});

describe("the connections of an address", () => {
  const open = async (count: number) => {
    const peers = Array.from({ length: count }, () => host.connect());
    await Promise.all(peers.map(({ socket }) => once(socket, "connect")));
    return peers;
  };
  const isAnswered = async (localAddress?: string) => {
    const peer = host.ask(get("/page"), localAddress);
    await Promise.race([peer.closed, until(() => expect(peer.received()).toContain("/page"))]);
    const answered = peer.received().includes("/page");
    peer.socket.destroy();
    return answered;
  };

  describe("without a proxy", () => {
    eachWithItsOwnHost();

    test("are 1,000 at once, and one more when one ends", async () => {
      const peers = await open(CONNECTIONS_OF_ADDRESS);
      expect(await isAnswered()).toBe(false);
      if (process.platform === "linux") expect(await isAnswered("127.0.0.2")).toBe(true);
      peers[0]?.socket.destroy();
      await until(async () => expect(await isAnswered()).toBe(true));
      expect(peers[1]?.socket.destroyed).toBe(false);
    });
  });

  describe("behind a proxy that is trusted", () => {
    withSharedHost(1);

    test("are left to it to limit", async () => {
      await open(CONNECTIONS_OF_ADDRESS);
      expect(await isAnswered()).toBe(true);
    });
  });
});

const left = async (client: string) =>
  Number((await host.answerTo(getFor(client, MARKETS))).headers.get("ratelimit-remaining"));

describe("behind a proxy that is trusted", () => {
  withSharedHost(1);

  test("each client that it names is limited by itself", async () => {
    expect(await left("198.51.100.1")).toBe(599);
    expect(await left("9.9.9.9, 198.51.100.1")).toBe(598);
    expect(await left("198.51.100.2")).toBe(599);
    const streams = Array.from({ length: STREAMS_OF_ADDRESS }, () =>
      host.ask(getFor("198.51.100.1", STREAM)),
    );
    await until(() => {
      for (const stream of streams) expect(stream.received()).toContain("mark_price");
    });
    expect((await host.answerTo(getFor("198.51.100.1", STREAM))).status).toBe(429);
    expect((await host.answerTo(getFor("198.51.100.2", STREAM))).status).toBe(200);
  });
});

describe("behind a proxy that is not trusted", () => {
  withSharedHost();

  test("its claims are ignored", async () => {
    const first = await left("192.0.2.1");
    expect(await left("192.0.2.2")).toBe(first - 1);
  });
});

describe("a connection with a stream", () => {
  withSharedHost();

  test("ends when its client has ended its side", async () => {
    const peer = host.connect("127.0.0.1", true);
    peer.socket.end(get(STREAM));
    await peer.closed;
    await until(async () => expect((await host.request("/page")).status).toBe(200));
  });

  test("is dropped when another request comes in on it", async () => {
    const [peer] = await host.openStreams(1);
    peer!.socket.write(get("/page"));
    await peer!.closed;
    expect(peer!.received()).not.toContain("/page");
  });

  test("is dropped together with a request in the same packet", async () => {
    const peer = host.ask(get(STREAM) + get("/page"));
    await peer.closed;
    expect(peer.received()).not.toContain("/page");
  });

  test("is refused behind an unanswered request", async () => {
    const peer = host.ask(get("/slow") + get(STREAM));
    await until(() => expect(peer.received()).toContain("STREAM_PIPELINED"));
    expect(peer.received()).toContain("/slow");
  });

  test.each(["HEAD", "POST", "DELETE"])("is not begun by %s", async (method) => {
    const { status, headers } = await host.request(STREAM, method);
    expect([status, headers.allow]).toEqual([405, "GET"]);
  });
});

describe("requests that do not wait for their answers", () => {
  withSharedHost();

  test("are answered in order, eight of a connection at once", async () => {
    const peer = host.ask(get("/slow") + get("/page").repeat(7));
    await until(() => expect(peer.received().match(/\/page/g)).toHaveLength(7));
    peer.socket.write(get("/last"));
    await until(() => expect(peer.received()).toContain("/last"));
  });

  test("end the connection when there are more, because unread answers stay in memory", async () => {
    const peer = host.ask(get("/slow").repeat(9));
    await peer.closed;
    expect(peer.received()).toBe("");
  });
});

describe("public market data", () => {
  eachWithItsOwnHost();

  test("is served 600 times a minute to an address; each answer announces what is left", async () => {
    for (let done = 0; done < REQUESTS_A_MINUTE; done += 100) {
      const method = done % 200 === 0 ? "GET" : "HEAD";
      const some = Array.from({ length: 100 }, () => host.request(MARKETS, method));
      for (const { status, headers } of await Promise.all(some)) {
        expect(status).toBe(200);
        expect(headers["ratelimit-limit"]).toBe("600");
      }
    }
    const refused = await host.request("/api/public/dex/stats");
    expect(refused.status).toBe(429);
    expect(refused.headers).toMatchObject({
      "ratelimit-limit": "600",
      "ratelimit-remaining": "0",
      "retry-after": refused.headers["ratelimit-reset"],
      "content-type": "application/json; charset=utf-8",
    });
    expect(JSON.parse(refused.body)).toMatchObject({
      error: "RATE_LIMITED",
      request_id: refused.headers["x-request-id"],
    });
    expect((await host.request("/page")).status).toBe(200);
    expect((await host.answerTo(get(MARKETS), "127.0.0.2")).status).toBe(200);
  });
});

describe("public market data", () => {
  withSharedHost(1);
  /** Addresses without earlier requests. */
  let clients = 0;
  const answerToAnother = (target: string) => {
    clients += 1;
    return host.answerTo(getFor(`192.0.2.${clients}`, target));
  };

  test.each([
    MARKETS,
    `${MARKETS}/`,
    `/${MARKETS}`,
    "/api//perps-dex/markets",
    "/api/./perps-dex/markets",
    "/api/x/../perps-dex/markets",
    "/api/x/%2e%2E/perps-dex/markets",
    "/api/perps%2Ddex/markets",
    "/api%2Fperps-dex/markets",
    "/api\\perps-dex/markets",
    "/API/Perps-Dex/markets",
    `http://example.org${MARKETS}`,
    "/api/public/dex/stats?x=1",
    "/_next/data/development/api/perps-dex/markets.json",
    "/api/public/../perps-dex/stream",
  ])("is counted as %s too", async (target) => {
    const { headers } = await answerToAnother(target);
    expect(headers.get("ratelimit-remaining")).toBe("599");
  });

  test.each(["/api/perps-dexter", "/api/venue/time", "/api/auth/session"])(
    "is not %s, which has no limit of its address",
    async (target) => {
      const { headers } = await answerToAnother(target);
      expect(headers.has("ratelimit-limit")).toBe(false);
    },
  );
});

describe("an unparsable request", () => {
  withSharedHost();

  test.each([
    ["a target that is none", get("page"), 400, "MALFORMED_REQUEST"],
    ["percent-encoding that is not UTF-8", get("/%ff"), 400, "MALFORMED_PATH"],
    [
      "a target longer than the head may be",
      get(`/${"x".repeat(20_000)}`),
      431,
      "HEADERS_TOO_LARGE",
    ],
    ["another protocol", "HELO there\r\n\r\n", 400, "MALFORMED_REQUEST"],
  ])("%s is told why", async (_name, text, status, code) => {
    const answer = await host.answerTo(text);
    expect(answer.status).toBe(status);
    expect(JSON.parse(answer.body)).toMatchObject({ error: code });
  });
});

describe("SIGTERM", () => {
  eachWithItsOwnHost();

  test("ends 100 streams cleanly, answers what is under way, and refuses the rest with 503", async () => {
    const streams: Peer[] = [];
    for (let address = 1; address <= 20; address += 1) {
      streams.push(
        ...(await host.openStreams(
          5,
          process.platform === "linux" ? `127.0.4.${address}` : undefined,
        )),
      );
    }
    const slow = host.ask(get("/slow"));
    const persistent = host.ask(get("/page"));
    await until(() => expect(persistent.received()).toContain("/page"));
    const idle = host.connect();
    await once(idle.socket, "connect");
    const exited = once(host.child, "exit");
    host.child.kill("SIGTERM");
    await Promise.all(streams.map((stream) => stream.closed));
    for (const stream of streams) {
      expect(readChunks(headOf(stream.received()).body).ended).toBe(true);
    }
    const refused = await host.answerTo(get(STREAM));
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "3"]);
    persistent.socket.write(get("/page"));
    await persistent.closed;
    expect(persistent.received()).toContain("503 Service Unavailable");
    await slow.closed;
    expect(slow.received()).toContain("200 OK");
    expect(slow.received().endsWith("/slow")).toBe(true);
    expect(await exited).toEqual([0, null]);
  });
});

describe("SIGTERM behind a proxy", () => {
  eachWithItsOwnHost(1);

  test("serves requests until the port closes, and tells probes and streams to go elsewhere", async () => {
    const persistent = host.ask(getFor("192.0.2.1", "/page"));
    const unused = host.ask(getFor("192.0.2.1", "/other"));
    await until(() => expect(persistent.received()).toContain("/page"));
    await until(() => expect(unused.received()).toContain("/other"));
    const [stream] = await host.openStreams(1);
    const exited = once(host.child, "exit");
    host.child.kill("SIGTERM");
    await stream?.closed;
    for (const path of ["/healthz", "/readyz", STREAM]) {
      expect((await host.answerTo(getFor("192.0.2.1", path))).status).toBe(503);
    }
    const served = await host.answerTo(getFor("192.0.2.1", "/page"));
    expect([served.status, served.headers.get("connection")]).toEqual([200, "close"]);
    persistent.socket.write(getFor("192.0.2.1", "/again"));
    await persistent.closed;
    expect(persistent.received()).toMatch(/200 OK[\s\S]*connection: close[\s\S]*\/again$/i);
    // The port is closed: a connection from before is still answered.
    await until(async () => {
      await expect(once(host.connect().socket, "connect")).rejects.toThrow("ECONNREFUSED");
    });
    unused.socket.write(getFor("192.0.2.1", "/late"));
    await unused.closed;
    expect(unused.received()).toMatch(/200 OK[\s\S]*\/late$/);
    expect(await exited).toEqual([0, null]);
  });
});
