/** GET → {results}: referrals that are held because they look like the partner's own. */

import { listReviews, ReviewPage } from "#lib/partner/review/list-reviews.ts";
import { route } from "#lib/server/route.ts";

export const GET = route(
  {
    credential: "operator",
    summary: "Referrals that are held because they look like the partner's own, the oldest first",
    response: ReviewPage,
  },
  listReviews,
);
