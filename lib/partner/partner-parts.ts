/** The process parts of the partner programme. */
import "server-only";
import { setIdentityListener } from "#lib/identity/person/identity-events.ts";
import { sendMail } from "#lib/platform/mail/send-mail.ts";
import { webhookNetwork } from "#lib/platform/outbound/webhook-targets.ts";
import { type ProcessPart, processPart } from "#lib/platform/process/process-part.ts";
import { createFeeFeed } from "#lib/trading/venue-client/fee-feed.ts";
import { startVenueLoops } from "./intake/venue-loops.ts";
import { startNoticeLoops } from "./notices/notice-loops.ts";
import { startPaymentLoop } from "./payouts/payment-loop.ts";
import { startPostbackLoops } from "./postbacks/postback-loops.ts";
import { attributeReferrals } from "./referrals/attribute-sign-up.ts";
import { startFundingLoop } from "./review/funding-loop.ts";

export const partnerParts: readonly ProcessPart[] = [
  processPart("referral attribution", () => {
    setIdentityListener(attributeReferrals);
    return async () => setIdentityListener(undefined);
  }),
  processPart("partner notices", ({ config: { smtpUrl, baseUrl }, timers, log }) => {
    const mail = smtpUrl === undefined ? undefined : { baseUrl, sendMail };
    return startNoticeLoops({ timers, log, mail });
  }),
  processPart("partner postbacks", ({ config, timers, log }) =>
    startPostbackLoops({ timers, log, network: webhookNetwork(config) }),
  ),
  processPart("partner payments", startPaymentLoop),
  processPart("partner review", startFundingLoop),
  processPart(
    "partner fees and discounts",
    ({ config: { venuePartnerKey: key, venueUrl, venueAddresses, sandboxUrl }, timers, log }) => {
      if (key === undefined) return undefined;
      const feed = createFeeFeed({ url: venueAddresses, key });
      return startVenueLoops(
        { feed, venueUrl, isSimulated: sandboxUrl !== undefined },
        { timers, log },
      );
    },
  ),
];
