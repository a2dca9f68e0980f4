/** `signal.invalidated` */
import { withoutSource } from "./event-type.ts";

export const SIGNAL_INVALIDATED = withoutSource(
  "signal.invalidated",
  "A signal reaches its invalidation level.",
);
