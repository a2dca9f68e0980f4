/** POST {period_end, minimum?, partner?, dry_run?, run_id?} → {run_id, settlements, skipped, …}: creates settlements, which are paid elsewhere. */

import {
  createSettlementRun,
  RunAnswer,
  RunBody,
} from "#lib/partner/payouts/create-settlement-run.ts";
import { route } from "#lib/server/route.ts";

export const POST = route(
  {
    credential: "operator",
    summary: "Creates the settlements of a period, or only counts them; it pays nothing",
    body: RunBody,
    response: RunAnswer,
  },
  createSettlementRun,
);
