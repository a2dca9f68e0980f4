/** `catalyst.updated`: the data is that of `catalyst.detected`, at a later revision. */
import { CATALYST_DETECTED } from "./catalyst-detected.ts";
import { caused } from "./event-type.ts";

export const CATALYST_UPDATED = caused({
  type: "catalyst.updated",
  description:
    "The direction or magnitude of a catalyst changed since it was last sent, or its confidence by at least 0.10.",
  schema: CATALYST_DETECTED.schema,
  sample: {
    ...CATALYST_DETECTED.sample,
    sentiment: { direction: "negative", confidence: 0.58 },
    last_updated_at: "2026-01-01T00:35:00.300Z",
    revision: 8,
  },
});
