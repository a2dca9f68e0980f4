/**
 * Loaded into every child process. When the parent dies, even by SIGKILL, the channel to it closes and the
 * child shuts down as it does on SIGTERM, so that no process is left behind.
 */
import { isMainThread } from "node:worker_threads";

const DRAIN_MS = 10_000;

const watched = process.env.STOP_WITH_PARENT === "1";
// Processes that the child starts inherit this file, but use a channel of their own to their parent.
delete process.env.STOP_WITH_PARENT;

if (watched && isMainThread && process.channel) {
  process.on("disconnect", () => {
    process.kill(process.pid, "SIGTERM");
    setTimeout(() => process.exit(1), DRAIN_MS).unref();
  });
  // The watch must not keep an otherwise idle process alive.
  process.channel.unref();
}
