/** `referral.created` */
import { ReferralCreatedEvent } from "#lib/protocol/wire/partner-events.ts";
import { caused } from "./event-type.ts";

export const REFERRAL_CREATED = caused({
  type: "referral.created",
  description: "Somebody signed up by a link of yours, or entered its code.",
  schema: ReferralCreatedEvent,
  sample: {
    referral_id: "ref_0123456789abcdef01234567",
    link: "ada-video",
    sub: "video-1",
    utm_source: "videos",
    utm_medium: null,
    utm_campaign: "spring",
    utm_content: null,
    utm_term: null,
    joined_at: "2026-01-01T00:00:00.000Z",
    review: null,
  },
});
