/** `catalyst.detected` */
import { withoutSource } from "./event-type.ts";

export const CATALYST_DETECTED = withoutSource(
  "catalyst.detected",
  "A new catalyst is classified.",
);
