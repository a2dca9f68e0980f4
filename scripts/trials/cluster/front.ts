/** The front of a cluster: nginx with the configuration of `deploy`, on loopback and without TLS. */
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { reservePort } from "#scripts/dev/stack/ports.ts";
import type { StackProxy } from "#scripts/dev/stack/stack.ts";
import { startServer } from "./server-process.ts";

const HOST = "127.0.0.1";
const WORKERS = 2;

export type FrontOptions = { root: string; folder: string; port: number };

/** @throws Error that names the package when nginx is not installed */
export async function startFront(
  options: FrontOptions,
  behind: { apps: readonly string[]; venues: readonly string[] },
): Promise<StackProxy & { pid: number }> {
  if (spawnSync("nginx", ["-v"]).status !== 0) {
    throw new Error("nginx is not installed: apt-get install nginx-light");
  }
  const { root, folder } = options;
  mkdirSync(folder, { recursive: true });
  const { port, release } = await reservePort(options.port, HOST, () => {});
  const sites = readFileSync(join(root, "deploy/nginx/svc.conf"), "utf8");
  writeFileSync(join(folder, "svc.conf"), onLoopback(sites, port, behind));
  writeFileSync(join(folder, "nginx.conf"), mainConfig(folder));
  const server = await startServer({
    program: "nginx",
    args: ["-c", join(folder, "nginx.conf"), "-p", folder],
    logPath: join(folder, "nginx.log"),
    port,
  });
  const close = async (): Promise<void> => {
    await server.stop();
    release();
  };
  return { url: `http://localhost:${port}`, pid: server.pid, close };
}

/** The sites of `deploy` with other addresses, without TLS and without the site that leads to TLS. */
export function onLoopback(
  sites: string,
  port: number,
  { apps, venues }: { apps: readonly string[]; venues: readonly string[] },
): string {
  const named: Record<string, readonly string[]> = {
    3000: apps,
    4000: venues.slice(0, 1),
    4001: venues.slice(1, 2),
  };
  // In one pass: a port that was put in may begin like one that is replaced.
  const servers = (_: string, port: string, given: string): string =>
    (named[port] ?? []).map((url) => `server ${new URL(url).host}${given};`).join("\n    ");
  return sites
    .replace(/server \{\n {4}listen 80;[\s\S]*?\n\}\n/, "")
    .replaceAll(/^ *ssl_.*\n/gm, "")
    .replaceAll("listen 443 ssl http2", `listen ${HOST}:${port}`)
    .replaceAll("server_name trade.example", "server_name localhost")
    .replaceAll("$host;", "$http_host;")
    .replaceAll(/server 127\.0\.0\.1:(\d+)([^;]*);/g, servers)
    .replaceAll(/limit_conn svc_address \d+/g, "limit_conn svc_address 5000");
}

function mainConfig(folder: string): string {
  const paths = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (kind) => `${kind}_temp_path ${folder}/${kind};`,
  );
  return [
    "daemon off;",
    `worker_processes ${WORKERS};`,
    `pid ${folder}/nginx.pid;`,
    `error_log ${folder}/error.log warn;`,
    "events { worker_connections 4096; }",
    `http { access_log ${folder}/access.log; ${paths.join(" ")} include ${folder}/svc.conf; }`,
    "",
  ].join("\n");
}
