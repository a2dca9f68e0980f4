/** POST {decision, reason} → {referral}: accepts or rejects a held referral. */

import {
  decideReview,
  ReviewAnswer,
  ReviewBody,
  ReviewParams,
} from "#lib/partner/review/decide-review.ts";
import { route } from "#lib/server/route.ts";

export const POST = route(
  {
    credential: "operator",
    summary: "Accepts or rejects a held referral",
    params: ReviewParams,
    body: ReviewBody,
    response: ReviewAnswer,
  },
  decideReview,
);
