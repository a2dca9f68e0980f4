/** `partner.accrued` */
import { PartnerAccruedEvent } from "#lib/protocol/wire/partner-events.ts";
import { caused } from "./event-type.ts";

export const PARTNER_ACCRUED = caused({
  type: "partner.accrued",
  description: "You earned from fees of a referral: at most one event a referral in five minutes.",
  schema: PartnerAccruedEvent,
  sample: {
    referral_id: "ref_0123456789abcdef01234567",
    link: "ada-video",
    sub: "video-1",
    utm_source: "videos",
    utm_medium: null,
    utm_campaign: "spring",
    utm_content: null,
    utm_term: null,
    fees: "12.5",
    earned: "1.25",
    count: 3,
    first_seq: 41,
    last_seq: 45,
    simulated: false,
  },
});
