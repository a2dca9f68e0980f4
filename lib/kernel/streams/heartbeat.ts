/** The heartbeat of every stream (docs/api/streams.md): proxies keep it open, and a reader notices when it has died. */
import type { Timers } from "#lib/kernel/time/timers.ts";
import { type Frame, frameOf } from "./frames.ts";

/** Credentials of open streams are checked again as often. */
const HEARTBEAT_EVERY_MS = 15_000;

/** Has no id, so that the reader keeps its last event id. */
export const HEARTBEAT: Frame = frameOf({ event: "hb", json: "{}", key: "hb" });

/** Calls `beat` at each heartbeat. @returns ends it */
export function startHeartbeat(timers: Timers, beat: () => void): () => void {
  return repeat(timers, HEARTBEAT_EVERY_MS, beat);
}

/** Runs `run` every so many milliseconds. @returns ends it */
export function repeat(timers: Timers, everyMs: number, run: () => void): () => void {
  let cancel = () => {};
  const wait = () => {
    cancel = timers.after(everyMs, () => {
      run();
      wait();
    });
  };
  wait();
  return () => cancel();
}
