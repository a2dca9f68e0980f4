/** `data` of the webhook events of partners. Amounts are decimal strings in full precision. */
import { z } from "zod";
import { REVIEW_STATES } from "#lib/protocol/partner/enumerations.ts";

const amount = z.string().regex(/^-?\d+(?:\.\d+)?$/);
const moment = z.iso.datetime({ precision: 3 });
const tag = z
  .string()
  .nullable()
  .meta({ examples: ["newsletter"] });

/** By which link a referral came. */
const source = {
  referral_id: z.string().describe("ref_ and 24 hex characters: a pseudonym of the person"),
  link: z
    .string()
    .nullable()
    .describe("Code of the link; null: the operator imported the referral"),
  sub: tag.describe("Sub-id of the followed address; null: none"),
  utm_source: tag.describe("utm_source of the followed address; null: none"),
  utm_medium: tag.describe("utm_medium of the followed address; null: none"),
  utm_campaign: tag.describe("utm_campaign of the followed address; null: none"),
  utm_content: tag.describe("utm_content of the followed address; null: none"),
  utm_term: tag.describe("utm_term of the followed address; null: none"),
};

export const ReferralCreatedEvent = z.strictObject({
  ...source,
  joined_at: moment.describe("When the person signed up, or entered the code"),
  review: z
    .enum(REVIEW_STATES)
    .nullable()
    .describe(
      "held: the sign-up looks like your own and waits for the operator. Null: not noticed",
    ),
});
export type ReferralCreatedEvent = z.output<typeof ReferralCreatedEvent>;

export const PartnerAccruedEvent = z.strictObject({
  ...source,
  fees: amount.describe("Fees of the referral in these rows in USD, less those reversed"),
  earned: amount.describe("What you earned from them, in USD; negative when more was reversed"),
  count: z.int().describe("Number of fees, less those reversed"),
  first_seq: z.int().describe("First ledger row of the referral that is counted"),
  last_seq: z.int().describe("Last ledger row of the referral that is counted"),
  simulated: z.boolean().describe("Some of the rows come from a simulation and represent no money"),
});
export type PartnerAccruedEvent = z.output<typeof PartnerAccruedEvent>;

export const PayoutPaidEvent = z.strictObject({
  settlement_id: z.string().describe("stl_ and 24 hex characters"),
  amount: amount.describe("USDC"),
  network: z.string().describe("Network of the payment"),
  recipient: z.string().describe("Wallet that was paid"),
  signature: z.string().describe("Signature of the payment"),
  paid_at: moment.describe("When the chain showed the payment as final"),
  period_end: moment.describe("It contains everything that had accrued until then"),
  simulated: z.boolean().describe("The payment is on a simulated network and represents no money"),
});
export type PayoutPaidEvent = z.output<typeof PayoutPaidEvent>;
