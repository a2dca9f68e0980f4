/** POST {signature} → {settlement}: confirmed, failed or submitted, as the chain shows. */

import { SettlementAnswer, SettlementParams } from "#lib/partner/payouts/settlement-record.ts";
import { PaymentBody, submitPayment } from "#lib/partner/payouts/submit-payment.ts";
import { route } from "#lib/server/route.ts";

export const POST = route(
  {
    credential: "operator",
    summary: "Sets the transaction that pays a settlement; the chain decides its state",
    params: SettlementParams,
    body: PaymentBody,
    response: SettlementAnswer,
  },
  submitPayment,
);
