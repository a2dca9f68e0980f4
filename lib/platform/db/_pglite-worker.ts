/** The worker thread that runs PGlite, so that a long aggregate delays no request and no stream. */
import { parentPort, workerData } from "node:worker_threads";
import { openEngine, type RawEngine } from "./_pglite-engine.ts";
import { type FromWorker, type ToWorker, toRawError } from "./_pglite-messages.ts";

const port = parentPort;
if (port === null) throw new Error("This file runs as a worker thread only.");

const say = (message: FromWorker): void => port.postMessage(message);

async function answer(engine: RawEngine, message: ToWorker): Promise<void> {
  try {
    if (message.kind === "close") {
      await engine.close();
      say({ kind: "closed", id: message.id });
      port?.close();
    } else {
      say({ kind: "result", id: message.id, results: await engine.execute(message.request) });
    }
  } catch (error) {
    say({ kind: "error", id: message.id, error: toRawError(error) });
  }
}

try {
  const { dataDir } = workerData as { dataDir: string };
  const engine = await openEngine({ dataDir });
  port.on("message", (message: ToWorker) => void answer(engine, message));
  say({ kind: "ready" });
} catch (error) {
  say({ kind: "failed", message: toRawError(error).message });
}
