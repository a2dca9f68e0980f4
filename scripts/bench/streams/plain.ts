/** The plain `node:http` server as a peer. */
import { start } from "#scripts/bench/shared/child-process.ts";
import type { Peer } from "./peer.ts";
import { connectPublisher, post } from "./publisher.ts";
import { frameOf, replay, type Script } from "./script.ts";

export async function startPlain(script: Script): Promise<Peer> {
  const running = await start("scripts/bench/streams/plain-process.ts");
  const publisher = await connectPublisher(running.port);
  let end: (() => void) | undefined;
  return {
    name: "plain",
    port: running.port,
    path: "/",
    pids: () => [running.pid],
    begin: () => {
      end = replay(script, (events) => publisher.write(post({}, events.map(frameOf).join(""))));
    },
    end: () => end?.(),
    stop: async () => {
      end?.();
      publisher.destroy();
      await running.stop();
    },
  };
}
