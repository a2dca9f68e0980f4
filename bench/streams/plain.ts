/** The plain `node:http` server as a peer. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { start } from "#bench/shared/child-process.ts";
import type { Peer } from "./peer.ts";
import type { Script } from "./script.ts";

export async function startPlain(script: Script): Promise<Peer> {
  const folder = await mkdtemp(join(tmpdir(), "plain-"));
  const file = join(folder, "script.json");
  await writeFile(file, JSON.stringify(script));
  const { port, pid, stop } = await start("bench/streams/plain-process.ts", [file]);
  await rm(folder, { recursive: true, force: true });
  return {
    name: "plain",
    port,
    path: "/",
    pids: () => [pid],
    begin: () => {},
    end: () => {},
    stop: () => stop(),
  };
}
