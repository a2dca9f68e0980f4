/**
 * POST → {catalyst_id, merged_into, given_at}: the next pass splits the catalyst from the one into
 * which it was merged.
 */
import {
  SplitDecision,
  SplitParams,
  splitCatalyst,
} from "#lib/catalysts/operator/split-catalyst.ts";
import { route } from "#lib/server/route.ts";

export const POST = route(
  {
    credential: "operator",
    summary: "Splits a catalyst from the one that it was merged into",
    params: SplitParams,
    response: SplitDecision,
  },
  splitCatalyst,
);
