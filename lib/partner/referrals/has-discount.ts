/** Which referrals pay less: not those in review, which may be the partner. */
import { eq, isNull, or } from "drizzle-orm";
import { partnerReferrals } from "#lib/partner/schema/partner.ts";

const { review } = partnerReferrals;

export const HAS_DISCOUNT = or(isNull(review), eq(review, "accepted"));
