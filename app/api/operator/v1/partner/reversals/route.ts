/** POST {partner, seq or reference, reason} → {partner_id, code, reversal}: reverses a fee, once. */

import { ReversalAnswer, ReversalBody, reverseFee } from "#lib/partner/ledger/reverse-fee.ts";
import { route } from "#lib/server/route.ts";

export const POST = route(
  {
    credential: "operator",
    summary: "Reverses a fee, once",
    body: ReversalBody,
    response: ReversalAnswer,
  },
  reverseFee,
);
