/** `signal.created` */
import { withoutSource } from "./event-type.ts";

export const SIGNAL_CREATED = withoutSource("signal.created", "A signal clears its thresholds.");
