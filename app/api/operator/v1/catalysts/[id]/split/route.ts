/** POST → {catalyst_id, merged_into, given_at}: the next pass parts the catalyst from the one that it was merged into. */
import {
  SplitDecision,
  SplitParams,
  splitCatalyst,
} from "#lib/catalysts/operator/split-catalyst.ts";
import { route } from "#lib/server/route.ts";

export const POST = route(
  {
    credential: "operator",
    summary: "Parts a catalyst from the one that it was merged into, in the next pass",
    params: SplitParams,
    response: SplitDecision,
  },
  splitCatalyst,
);
