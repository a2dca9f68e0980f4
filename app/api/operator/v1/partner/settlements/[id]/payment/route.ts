/** POST {signature} → {settlement}: confirmed, failed or submitted, as the chain shows. */

import { SettlementAnswer, SettlementParams } from "#lib/partner/payouts/settlement-record.ts";
import { PaymentBody, submitPayment } from "#lib/partner/payouts/submit-payment.ts";
import { route } from "#lib/server/route.ts";

export const POST = route(
  {
    credential: "operator",
    summary:
      "Names the transaction that pays a settlement: confirmed, failed or submitted, as the chain shows",
    params: SettlementParams,
    body: PaymentBody,
    response: SettlementAnswer,
  },
  submitPayment,
);
