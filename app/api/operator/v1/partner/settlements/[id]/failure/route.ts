/** POST {reason} → {settlement}: marks it as failed, which makes its amount pending again. */

import { FailureBody, failSettlement } from "#lib/partner/payouts/fail-settlement.ts";
import { SettlementAnswer, SettlementParams } from "#lib/partner/payouts/settlement-record.ts";
import { route } from "#lib/server/route.ts";

export const POST = route(
  {
    credential: "operator",
    summary: "Marks a settlement as failed, which makes its amount pending again",
    params: SettlementParams,
    body: FailureBody,
    response: SettlementAnswer,
  },
  failSettlement,
);
