/** The app itself as a peer: its built server on a scripted venue, and a script of what one client receives. */
import type { ChildProcess } from "node:child_process";
import { get, type IncomingMessage } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { type App, startApp } from "#scripts/bench/shared/app.ts";
import { residentKilobytes, start } from "#scripts/bench/shared/child-process.ts";
import { MARKET } from "./feed.ts";
import { heapWithoutGarbage, inspectorAddress } from "./garbage.ts";
import type { Peer } from "./peer.ts";
import { parseEvents, type Script } from "./script.ts";

/** Every event, and two bars a second. */
const STREAM = `/api/perps-dex/stream?market=${MARKET}&kline=1s,1m`;
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
  const venue = await start("scripts/bench/streams/venue-process.ts");
  const stopAll = async () => {
    await app?.stop();
    await venue.stop();
  };
  const environment = { VENUE_URL: `http://127.0.0.1:${venue.port}` };
  let app: App | undefined;
  try {
    app = await startApp(root, environment, ["--inspect=127.0.0.1:0"]);
    const inspector = inspectorOf(app.child);
    await app.ready();
    return oursOf(app, inspector, stopAll);
  } catch (error) {
    await stopAll();
    throw error;
  }
}

function oursOf({ port, pid }: App, inspector: Promise<string>, stop: () => Promise<void>): Ours {
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
