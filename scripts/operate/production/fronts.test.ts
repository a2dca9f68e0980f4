/** Both fronts with a stream behind them, where they are installed. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import {
  createServer,
  type IncomingMessage,
  request as overHttp,
  type Server,
  type ServerResponse,
} from "node:http";
import { request as overTls } from "node:https";
import { type AddressInfo, createServer as createSocketServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { json } from "node:stream/consumers";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { deployFile } from "./deploy-files.testing.ts";

type Front = { port: number; send: typeof overTls };

let folder: string;
let upstream: Server;
/** Another replica of the app: it takes no stream and has no files of this build. */
let other: Server;
let front: ChildProcess | undefined;
/** Requests that the process behind the front got. */
let arrived: IncomingMessage[];
let otherRequests: string[];
let stream: ServerResponse | undefined;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "deploy-front-"));
  arrived = [];
  otherRequests = [];
  upstream = createServer((request, response) => {
    arrived.push(request);
    if (!request.url?.endsWith("/stream")) return void response.end("ok");
    stream = response;
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write("data: first\n\n");
  });
  other = createServer((request, response) => {
    response.statusCode = request.url?.startsWith("/_next/static/") ? 404 : 503;
    otherRequests.push(request.url ?? "");
    response.end();
  });
  for (const server of [upstream, other]) {
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
  }
});

afterEach(async () => {
  if (front !== undefined && front.exitCode === null) {
    // An orderly end would wait for connections.
    front.kill("SIGKILL");
    await once(front, "exit");
  }
  for (const server of [upstream, other]) {
    server.closeAllConnections();
    server.close();
  }
  rmSync(folder, { recursive: true });
});

async function freePort(): Promise<number> {
  const probe = createSocketServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, "close");
  return port;
}

const portOf = (server: Server): number => (server.address() as AddressInfo).port;
const upstreamPort = (): number => portOf(upstream);

function makeCertificate(): void {
  const made = ["req", "-x509", "-nodes", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256"];
  const files = ["-keyout", `${folder}/trade.example.key`, "-out", `${folder}/trade.example.pem`];
  spawnSync("openssl", [...made, "-subj", "/CN=trade.example", ...files]);
}

/** `isStrict`: a test has not the time for a flood. */
async function startNginx({ isRolling = false, isStrict = false } = {}): Promise<Front> {
  const [tls, plain] = [await freePort(), await freePort()];
  makeCertificate();
  const text = deployFile("nginx/svc.conf")
    .replaceAll("/etc/ssl/svc", folder)
    .replaceAll("listen 443", `listen 127.0.0.1:${tls}`)
    .replaceAll("listen 80", `listen 127.0.0.1:${plain}`)
    .replaceAll(/server 127\.0\.0\.1:3000(.*);/g, (_, given: string) => {
      const servers = isRolling ? [other, upstream] : [upstream];
      return servers.map((one) => `server 127.0.0.1:${portOf(one)}${given};`).join(" ");
    });
  const strict = text.replace("rate=100r/s", "rate=1r/m").replace("burst=1000", "burst=3");
  writeFileSync(join(folder, "svc.conf"), isStrict ? strict : text);
  const paths = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (kind) => `${kind}_temp_path ${folder}/${kind};`,
  );
  const http = `http { access_log off; ${paths.join(" ")} include ${folder}/svc.conf; }`;
  const main = `daemon off; master_process off; pid ${folder}/pid; error_log ${folder}/error.log; events {} ${http}`;
  writeFileSync(join(folder, "nginx.conf"), main);
  front = spawn("nginx", ["-c", join(folder, "nginx.conf"), "-p", folder], { stdio: "ignore" });
  return { port: tls, send: overTls };
}

/** Without TLS, for which Caddy would ask an authority. */
async function startCaddy(): Promise<Front> {
  const port = await freePort();
  const sites = deployFile("caddy/Caddyfile").replaceAll(
    /^(\S+\.example) \{$/gm,
    `http://$1:${port} {`,
  );
  writeFileSync(join(folder, "Caddyfile"), `{\n admin off\n auto_https off\n}\n${sites}`);
  const env = {
    ...process.env,
    APPS: `127.0.0.1:${upstreamPort()}`,
    HOME: folder,
    XDG_DATA_HOME: folder,
    XDG_CONFIG_HOME: folder,
  };
  const given = ["run", "--adapter", "caddyfile", "--config", join(folder, "Caddyfile")];
  front = spawn("caddy", given, { env, stdio: "ignore" });
  return { port, send: overHttp };
}

/** What a client says of itself. */
const CLAIM = "192.0.2.66";

/** The head of an answer; the body is still to be read. */
async function ask({ port, send }: Front, path: string, method = "GET"): Promise<IncomingMessage> {
  const headers = {
    host: "trade.example",
    "x-forwarded-for": CLAIM,
    "x-forwarded-host": CLAIM,
    "x-forwarded-proto": CLAIM,
    "x-forwarded-port": CLAIM,
    connection: "close",
  };
  const options = {
    method,
    port,
    path,
    headers,
    servername: "trade.example",
    rejectUnauthorized: false,
  };
  const request = send({ host: "127.0.0.1", ...options }).end();
  const [response] = (await once(request, "response")) as [IncomingMessage];
  return response;
}

async function untilOpen(started: Front): Promise<void> {
  const isOpen = async () => {
    const response = await ask(started, "/").catch(() => undefined);
    response?.resume();
    return response?.statusCode;
  };
  await expect.poll(isOpen).toBe(200);
}

const FRONTS = [
  { name: "nginx", version: ["-v"], start: startNginx },
  { name: "caddy", version: ["version"], start: startCaddy },
];

describe.each(FRONTS)("$name", ({ name, version, start }) => {
  const isMissing = spawnSync(name, version).status !== 0;

  test.skipIf(isMissing)("passes an event on before the next one is sent", async () => {
    const started = await start();
    await untilOpen(started);
    const response = await ask(started, "/stream");
    const chunks = response.setEncoding("utf8")[Symbol.asyncIterator]();
    expect(await chunks.next()).toEqual({ done: false, value: "data: first\n\n" });
    stream?.write("data: second\n\n");
    expect(await chunks.next()).toEqual({ done: false, value: "data: second\n\n" });
    response.destroy();
  });

  test.skipIf(isMissing)(
    "replaces the address that a client claims, and hides metrics",
    async () => {
      const started = await start();
      await untilOpen(started);
      const hidden = await Promise.all(["/metrics", "/readyz"].map((path) => ask(started, path)));
      expect(hidden.map(({ statusCode }) => statusCode)).toEqual([404, 404]);
      const proxied = arrived.filter(({ headers }) => headers["x-forwarded-for"] !== undefined);
      expect(proxied.length).toBeGreaterThan(0);
      for (const { headers, url } of proxied) {
        expect([headers["x-forwarded-for"], headers.host, url]).toEqual([
          "127.0.0.1",
          "trade.example",
          "/",
        ]);
        expect(Object.values(headers)).not.toContain(CLAIM);
      }
    },
  );
});

describe("nginx", () => {
  const isMissing = spawnSync("nginx", ["-v"]).status !== 0;

  test.skipIf(isMissing)("ends a flood of one address, but not its files", async () => {
    const started = await startNginx({ isStrict: true });
    await untilOpen(started);
    const answers = await Promise.all(Array.from({ length: 10 }, () => ask(started, "/")));
    const [refused] = answers.filter(({ statusCode }) => statusCode !== 200);
    for (const answer of answers) if (answer !== refused) answer.resume();
    if (refused === undefined) throw new Error("none of ten was refused");
    expect([refused.statusCode, refused.headers["retry-after"]]).toEqual([429, "1"]);
    expect(await json(refused)).toMatchObject({ error: "RATE_LIMITED" });
    expect((await ask(started, "/_next/static/a.js")).statusCode).toBe(200);
  });
});

describe("nginx in front of two replicas", () => {
  const isMissing = spawnSync("nginx", ["-v"]).status !== 0;

  test.skipIf(isMissing).each([
    ["a stream that one of them refuses is opened at the other", "/api/perps-dex/stream"],
    ["a file that one of them does not have comes from the other", "/_next/static/a.js"],
  ])("%s", async (_, path) => {
    const started = await startNginx({ isRolling: true });
    await expect
      .poll(() =>
        ask(started, "/_next/static/").then(
          ({ statusCode }) => statusCode,
          () => 0,
        ),
      )
      .toBe(200);
    while (!otherRequests.includes(path)) {
      const response = await ask(started, path);
      expect(response.statusCode).toBe(200);
      response.destroy();
    }
  });

  test.skipIf(isMissing)("a write that one of them refuses is not sent to the other", async () => {
    const started = await startNginx({ isRolling: true });
    await expect
      .poll(() =>
        ask(started, "/_next/static/").then(
          ({ statusCode }) => statusCode,
          () => 0,
        ),
      )
      .toBe(200);
    const sent = arrived.length;
    const statuses: (number | undefined)[] = [];
    while (!statuses.includes(503))
      statuses.push((await ask(started, "/write", "POST")).statusCode);
    const writes = arrived.slice(sent).filter(({ method }) => method === "POST");
    expect(writes).toHaveLength(statuses.length - 1);
  });
});
