/**
 * Loaded into every child process: when the program that started it is gone, even by SIGKILL, the channel to it
 * closes, and the child shuts down as it does on SIGTERM. No process is left behind.
 */
import { isMainThread } from "node:worker_threads";

const DRAIN_MS = 10_000;

if (isMainThread && process.channel) {
  process.on("disconnect", () => {
    process.kill(process.pid, "SIGTERM");
    setTimeout(() => process.exit(1), DRAIN_MS).unref();
  });
  // Watching must not keep a process alive that has nothing else to do.
  process.channel.unref();
}
