/** The heartbeat of every stream (docs/api/streams.md): proxies keep it open, and a reader notices when it has died. */
import { type Frame, frameOf } from "./frames.ts";

/** Credentials of open streams are checked again as often. */
export const HEARTBEAT_EVERY_MS = 15_000;

/** Has no id, so that the reader keeps its last event id. */
export const HEARTBEAT: Frame = frameOf({ event: "hb", json: "{}", key: "hb" });
