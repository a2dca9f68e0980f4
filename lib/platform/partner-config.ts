/** Settings of the partner programme: what the operator promises about payouts. */
import { z } from "zod";
import { parseDecimal } from "#lib/protocol/decimal.ts";
import { PAYOUT_DECIMALS } from "#lib/protocol/partner/partner-levels.ts";

export const partnerSettings = {
  PARTNER_PAYOUT_DAY: z.coerce
    .number()
    .int()
    .min(1)
    .max(28)
    .optional()
    .describe(
      "Day of the month, in UTC, on which the operator prepares payouts to partners, 1 to 28. It is shown to partners and prepares nothing. Without it they read that there is no fixed day",
    ),
  PARTNER_PAYOUT_MINIMUM: z
    .string()
    .refine(
      (text) => parseDecimal(text, PAYOUT_DECIMALS) !== undefined,
      "must be a decimal with at most 6 digits after the point",
    )
    .default("10")
    .describe(
      "Smallest payout to a partner in USDC: shown to partners, and the minimum of `npm run operator -- partner run` unless it names another one",
    ),
};

export type PartnerConfig = {
  /** Day of the month in UTC, 1 to 28; undefined: there is no fixed day. */
  payoutDay: number | undefined;
  /** USDC, a decimal string. */
  payoutMinimum: string;
};

type Environment = z.output<z.ZodObject<typeof partnerSettings>>;

export function partnerOf(env: Environment): PartnerConfig {
  return { payoutDay: env.PARTNER_PAYOUT_DAY, payoutMinimum: env.PARTNER_PAYOUT_MINIMUM };
}
