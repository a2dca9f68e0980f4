/** The app itself as a peer: its built server on a scripted venue, and a script of what one client receives. */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { get, type IncomingMessage } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import {
  type Running,
  residentKilobytes,
  start,
  stopChild,
} from "#scripts/bench/shared/child-process.ts";
import { buildIfStale } from "#scripts/stack/build.ts";
import { reservePort } from "#scripts/stack/ports.ts";
import { MARKET } from "./feed.ts";
import { heapWithoutGarbage, inspectorAddress } from "./garbage.ts";
import type { Peer } from "./peer.ts";
import { parseEvents, type Script } from "./script.ts";

/** Every event, and two bars a second. */
const STREAM = `/api/perps-dex/stream?market=${MARKET}&kline=1s,1m`;
const READY_TIMEOUT_MS = 60_000;
/** The time for the first state, and for polls that begin with the first follower. */
const SETTLE_MS = 1_500;

export type Held = { heap: number; resident: number };

export type Ours = Peer & {
  record: (seconds: number) => Promise<Script>;
  /** Kilobytes after a full collection of garbage: in use by the main thread, and resident. */
  held: () => Promise<Held>;
};

/** Builds the app when needed. @throws Error when it does not become ready */
export async function startOurs(root: string): Promise<Ours> {
  const folder = await mkdtemp(join(tmpdir(), "streams-"));
  const { signal } = new AbortController();
  const say = (line: string) => void process.stdout.write(`${line}\n`);
  const logPath = join(folder, "build.log");
  await buildIfStale({ root, kind: "embedded", logPath, say, signal });
  const venue = await start("scripts/bench/streams/venue-process.ts");
  const reserved = await reservePort(0, "127.0.0.1", () => {});
  const { port } = reserved;
  const child = spawnApp({ root, folder, port, venue });
  const { pid } = child;
  const inspector = inspectorOf(child);
  const stop = async () => {
    await stopChild(child);
    await venue.stop();
    reserved.release();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    if (pid === undefined) throw new Error("server.ts did not start");
    await untilReady(child, port);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    name: "ours",
    port,
    path: STREAM,
    pids: () => [pid],
    begin: () => {},
    end: () => {},
    record: (seconds) => record(port, seconds),
    held: async () => {
      const heap = await heapWithoutGarbage(await inspector);
      return { heap, resident: residentKilobytes(pid) };
    },
    stop,
  };
}

type AppParts = { root: string; folder: string; port: number; venue: Running };

function spawnApp({ root, folder, port, venue }: AppParts): ChildProcess {
  return spawn(process.execPath, ["--inspect=127.0.0.1:0", "server.ts"], {
    cwd: root,
    env: {
      NODE_ENV: "production",
      NEXT_TELEMETRY_DISABLED: "1",
      PORT: String(port),
      DATA_DIR: folder,
      VENUE_URL: `http://127.0.0.1:${venue.port}`,
      SESSION_SECRET: "session-secret-of-a-measured-app-0123456789",
      ENCRYPTION_SECRET: "encryption-secret-of-a-measured-app-0123456789",
      LOG_LEVEL: "warn",
    },
    stdio: ["ignore", "ignore", "pipe"],
  });
}

/** Passes on everything else that the app writes to this stream. */
function inspectorOf({ stderr }: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    stderr?.on("data", (data: Buffer) => {
      for (const line of data.toString().split("\n")) {
        const address = inspectorAddress(line);
        if (address !== undefined) resolve(address);
        else if (!/^(For help, see|Debugger (at|end)|Waiting for)|^$/.test(line)) {
          process.stderr.write(`${line}\n`);
        }
      }
    });
  });
}

async function untilReady(child: ChildProcess, port: number): Promise<void> {
  const giveUpAt = performance.now() + READY_TIMEOUT_MS;
  for (;;) {
    const ready = await fetch(`http://127.0.0.1:${port}/readyz`).then(
      (response) => response.status === 200,
      () => false,
    );
    if (ready) return;
    if (child.exitCode !== null) throw new Error(`server.ts exited with ${child.exitCode}`);
    if (performance.now() > giveUpAt) throw new Error("the app did not get ready");
    await sleep(200);
  }
}

/**
 * The events that one client receives within some seconds after its first state. Each write of the app is one
 * batch.
 */
async function record(port: number, seconds: number): Promise<Script> {
  const length = seconds * 1_000;
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get({ host: "127.0.0.1", port, path: STREAM }, resolve).on("error", reject);
  });
  const batches: Script["batches"] = [];
  const started = Date.now() + SETTLE_MS;
  response.setEncoding("utf8");
  let rest = "";
  response.on("data", (text: string) => {
    rest += text;
    if (!rest.endsWith("\n\n")) return;
    const at = Date.now() - started;
    const events = parseEvents(rest);
    rest = "";
    if (at >= 0 && at < length && events.length > 0) batches.push({ at, events });
  });
  await sleep(length + SETTLE_MS);
  response.destroy();
  return { length, batches };
}
