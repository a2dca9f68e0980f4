/** Values of the macros in a test call, by event. */
import type { PartnerEvent, PostbackMacro } from "#lib/protocol/partner/postbacks.ts";

type Values = Partial<Record<PostbackMacro, string>>;

const REFERRAL: Values = {
  referral: "ref_0123456789abcdef01234567",
  link: "your-code",
  sub: "video-1",
  utm_source: "videos",
  utm_campaign: "spring",
};

export const SAMPLE_MACROS: Readonly<Record<PartnerEvent, Values>> = {
  "referral.created": REFERRAL,
  "partner.accrued": { ...REFERRAL, amount: "1.25", currency: "USD", fees: "12.5", count: "3" },
  "payout.paid": {
    settlement: "stl_0123456789abcdef01234567",
    amount: "805.231236",
    currency: "USDC",
  },
};
