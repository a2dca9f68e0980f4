/** A kept connection is used again by the same owner and for the same checked addresses only, against servers with TLS. */
import { execFile } from "node:child_process";
import type { Socket } from "node:net";
import { promisify } from "node:util";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { INTERNAL, type OutsideHost, openOutsideHost, PUBLIC } from "./guarded-request.testing.ts";
import { sendOutbound } from "./guarded-request.ts";
import { ReusableConnections } from "./reusable-connections.ts";

/** Counts as public, and nothing listens there. */
const ELSEWHERE = "127.0.1.9";

let host: OutsideHost;
let connections: ReusableConnections;
/** Where each request came from. */
let sockets: Socket[];
beforeAll(async () => {
  host = await openOutsideHost(["app.example", "other.example"]);
});
afterAll(() => host.close());
beforeEach(() => {
  host.answers = [[PUBLIC]];
  host.lookups.length = 0;
  host.requests.length = 0;
  sockets = [];
  connections = new ReusableConnections();
  host.answerWith((request, response) => {
    sockets.push(request.socket);
    request.resume().on("end", () => response.end("taken"));
  });
});
afterEach(() => connections.close());

const post = (owner = "whk_1", url = "https://app.example/hook", repeats = true) =>
  sendOutbound(
    {
      url: new URL(url),
      headers: {},
      body: Buffer.from("{}"),
      mostRedirects: 0,
      timeoutMs: 5_000,
      maxBytes: 1_000,
      reuse: { connections, owner, repeats },
    },
    { ...host.network, timeoutMs: 5_000 },
  );
const used = () => new Set(sockets).size;

test("a second request uses the connection of the first, and resolves the name again", async () => {
  await post();
  await post();
  expect([sockets.length, used(), host.lookups.length]).toEqual([2, 1, 2]);
});

test("another owner and another host get connections of their own", async () => {
  await post();
  await post("whk_2");
  await post("whk_1", "https://other.example/hook");
  expect([sockets.length, used()]).toEqual([3, 3]);
});

test("a name that leads elsewhere by now does not get the old connection", async () => {
  await post();
  host.answers = [[ELSEWHERE]];
  await expect(post()).rejects.toMatchObject({ failure: "unreachable" });
  host.answers = [[INTERNAL]];
  await expect(post()).rejects.toMatchObject({ failure: "target_refused" });
  expect(host.requests).toHaveLength(1);
});

test("the order in which a name server lists the addresses does not matter", async () => {
  host.answers = [
    [PUBLIC, ELSEWHERE],
    [ELSEWHERE, PUBLIC],
  ];
  await post();
  await post();
  expect(used()).toBe(1);
});

test("a kept connection that ends without an answer is replaced once", async () => {
  await post();
  host.answerWith((request, response) => {
    sockets.push(request.socket);
    if (request.socket === sockets[0]) request.socket.destroy();
    else response.end("at last");
  });
  expect(String((await post()).body)).toBe("at last");
  expect([sockets.length, used()]).toEqual([3, 2]);
});

test("a request that may arrive only once is not repeated", async () => {
  const once = () => post("pushes", undefined, false);
  await once();
  host.answerWith((request) => {
    sockets.push(request.socket);
    request.socket.destroy();
  });
  await expect(once()).rejects.toMatchObject({ failure: "unreachable" });
  expect([sockets.length, used()]).toEqual([2, 1]);
});

test("when the second connection ends too, the request has failed", async () => {
  await post();
  host.answerWith((request) => {
    sockets.push(request.socket);
    request.socket.destroy();
  });
  await expect(post()).rejects.toMatchObject({ failure: "unreachable" });
  expect(sockets).toHaveLength(3);
});

test("a new connection that ends is not replaced, nor a kept one that ends within an answer", async () => {
  await post();
  host.answerWith(({ socket }) => {
    sockets.push(socket);
    socket.write("HTTP/1.1 200", () => socket.destroy());
  });
  await expect(post()).rejects.toMatchObject({ failure: "unreachable" });
  host.answerWith(({ socket }) => {
    sockets.push(socket);
    socket.destroy();
  });
  await expect(post()).rejects.toMatchObject({ failure: "unreachable" });
  expect(sockets).toHaveLength(3);
});

test("idle connections are closed: after their time, beyond their number, and at the end", async () => {
  connections = new ReusableConnections({ idleMs: 20, mostIdle: 9 });
  await post();
  await expect.poll(() => sockets[0]?.destroyed).toBe(true);
  connections = new ReusableConnections({ idleMs: 60_000, mostIdle: 1 });
  await post("whk_1");
  await post("whk_2");
  await expect.poll(() => sockets[2]?.destroyed).toBe(true);
  expect(sockets[1]?.destroyed).toBe(false);
  connections.close();
  await expect.poll(() => sockets[1]?.destroyed).toBe(true);
});

test("the name is resolved once, and only the checked address is dialled", async () => {
  host.answers = [[PUBLIC], [INTERNAL]];
  await post();
  expect(host.lookups).toEqual(["app.example"]);
  expect(host.requests).toEqual([expect.stringMatching(`^${PUBLIC} app.example`)]);
});

test("a redirect is an answer and leads nowhere", async () => {
  host.answerWith((request, response) => {
    request
      .resume()
      .on("end", () => response.writeHead(307, { location: `https://${INTERNAL}/` }).end());
  });
  expect((await post()).status).toBe(307);
  expect(host.requests).toHaveLength(1);
});

test("proxies of the environment are not used", async () => {
  // Refused, were it dialled.
  const proxy = `http://${ELSEWHERE}:9`;
  const program = `
    import { openOutsideHost } from "#lib/platform/outbound/guarded-request.testing.ts";
    import { sendOutbound } from "#lib/platform/outbound/guarded-request.ts";
    import { ReusableConnections } from "#lib/platform/outbound/reusable-connections.ts";
    const host = await openOutsideHost(["app.example"]);
    host.answerWith((_request, response) => response.end());
    const connections = new ReusableConnections();
    const request = { url: new URL("https://app.example/"), headers: {}, mostRedirects: 0, timeoutMs: 60_000, maxBytes: 9 };
    const network = { ...host.network, timeoutMs: 60_000 };
    for (const reuse of [undefined, { connections, owner: "one", repeats: true }]) {
      const { status } = await sendOutbound({ ...request, reuse }, network);
      process.stdout.write(status + " ");
    }
    process.exit();`;
  const environment = { HTTP_PROXY: proxy, HTTPS_PROXY: proxy, NODE_USE_ENV_PROXY: "1" };
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ["--conditions=react-server", "--input-type=module", "--eval", program],
    { env: { ...process.env, ...environment } },
  );
  expect(stdout).toBe("200 200 ");
});
