/** POST {partner, referrals?, fees, simulated?} → {booked, known, not_referred, refused}: fees that are in no feed. */

import { FeesAnswer, FeesBody, importFees } from "#lib/partner/intake/import-fees.ts";
import { route } from "#lib/server/route.ts";

export const POST = route(
  {
    credential: "operator",
    summary: "Imports fees that are in no feed",
    body: FeesBody,
    response: FeesAnswer,
    maxBodyBytes: 1024 * 1024,
  },
  importFees,
);
