/**
 * Loaded into every child process: when the program that started it is gone, even by SIGKILL, the channel to it
 * closes, and the child shuts down as it does on SIGTERM. No process is left behind.
 */
import { isMainThread } from "node:worker_threads";

const DRAIN_MS = 10_000;

const watched = process.env.STOP_WITH_PARENT === "1";
// What this process starts itself inherits this file, but talks with its parent over a channel of its own.
delete process.env.STOP_WITH_PARENT;

if (watched && isMainThread && process.channel) {
  process.on("disconnect", () => {
    process.kill(process.pid, "SIGTERM");
    setTimeout(() => process.exit(1), DRAIN_MS).unref();
  });
  // Watching must not keep a process alive that has nothing else to do.
  process.channel.unref();
}
