/**
 * nchan, the stream module of nginx as Debian packages it, with one worker: subscribers read its event stream, and
 * events arrive at its publisher over one kept connection.
 */
import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stopChild } from "#scripts/bench/shared/child-process.ts";
import { reservePort } from "#scripts/dev/stack/ports.ts";
import type { Peer } from "./peer.ts";
import { connectPublisher, post } from "./publisher.ts";
import { replay, type Script, type ScriptEvent } from "./script.ts";

const NGINX = "/usr/sbin/nginx";
const MODULE = "/usr/lib/nginx/modules/ngx_nchan_module.so";

/** Whether Debian's `nginx` and `libnginx-mod-nchan` are installed. */
export function hasNchan(): boolean {
  return existsSync(NGINX) && existsSync(MODULE);
}

export async function startNchan(script: Script): Promise<Peer> {
  const folder = await mkdtemp(join(tmpdir(), "nchan-"));
  const reserved = await reservePort(0, "127.0.0.1", () => {});
  const { port } = reserved;
  const config = join(folder, "nginx.conf");
  await writeFile(config, configText(folder, port));
  const child = spawn(NGINX, ["-p", folder, "-c", config], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  const { pid } = child;
  if (pid === undefined) throw new Error("nginx did not start");
  const publisher = await connectPublisher(port).catch(async (error: unknown) => {
    await stopChild(child);
    throw error;
  });
  let end: (() => void) | undefined;
  return {
    name: "nchan",
    port,
    path: "/stream",
    pids: () => [pid, ...childrenOf(pid)],
    begin: () => {
      end = replay(script, (events) => publisher.write(publications(events)));
    },
    end: () => end?.(),
    stop: async () => {
      end?.();
      publisher.destroy();
      await stopChild(child);
      reserved.release();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function configText(folder: string, port: number): string {
  const user = process.getuid?.() === 0 ? "user nobody nogroup;" : "";
  const paths = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
  return `load_module ${MODULE};
${user}
daemon off;
worker_processes 1;
worker_rlimit_nofile 20000;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log;
events { worker_connections 12000; }
http {
  access_log off;
  tcp_nodelay on;
  nchan_shared_memory_size 64M;
  ${paths.map((name) => `${name}_temp_path ${folder}/${name};`).join("\n  ")}
  server {
    listen 127.0.0.1:${port} backlog=4096;
    keepalive_requests 1000000000;
    keepalive_timeout 1h;
    location = /publish {
      nchan_publisher;
      nchan_channel_id market;
      nchan_message_buffer_length 64;
      nchan_message_timeout 10s;
    }
    location = /stream {
      nchan_subscriber eventsource;
      nchan_channel_id market;
      nchan_subscriber_first_message newest;
    }
  }
}
`;
}

/** nchan accepts one event per request; the requests of a batch go out in one write. */
function publications(events: readonly ScriptEvent[]): string {
  const requests = events.map(({ event, data }) => post({ "x-eventsource-event": event }, data));
  return requests.join("");
}

function childrenOf(pid: number): number[] {
  try {
    const text = readFileSync(`/proc/${pid}/task/${pid}/children`, "latin1").trim();
    return text === "" ? [] : text.split(" ").map(Number);
  } catch {
    return [];
  }
}
