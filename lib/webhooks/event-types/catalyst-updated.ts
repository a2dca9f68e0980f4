/** `catalyst.updated` */
import { withoutSource } from "./event-type.ts";

export const CATALYST_UPDATED = withoutSource(
  "catalyst.updated",
  "The sentiment or the magnitude of a catalyst changes.",
);
