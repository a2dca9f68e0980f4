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
      "Day of the month, in UTC, on which the operator prepares payouts to partners, 1 to 28. Partners see it; it starts no payout. Without it they read that there is no fixed day",
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
  PARTNER_WALLET_WAIT_HOURS: z.coerce
    .number()
    .int()
    .min(0)
    .max(720)
    .default(48)
    .describe(
      "Hours until a changed payout wallet of a partner is paid. Its owner gets a notice of the change at once and can stop it meanwhile",
    ),
  PARTNER_RETIRED_STATEMENT_KEYS: z
    .string()
    .transform((text) => text.split(",").filter((key) => key !== ""))
    .refine(
      (keys) => keys.every((key) => /^[\w-]{43}$/.test(key)),
      "must be public keys, 43 characters of base64url each, with commas between them",
    )
    .default([])
    .describe(
      "Public keys (`x`) of `/api/public/partner/statement-keys` that no longer sign, with commas between them: statements that they signed stay verifiable. Add the key of a SESSION_SECRET that you replace, unless it was stolen",
    ),
};

export type PartnerConfig = {
  /** Day of the month in UTC, 1 to 28; undefined: there is no fixed day. */
  payoutDay: number | undefined;
  /** USDC, a decimal string. */
  payoutMinimum: string;
  /** Until another payout wallet is paid. */
  walletWaitHours: number;
  /** Public Ed25519 keys in base64url that verify statements of the past. */
  retiredStatementKeys: readonly string[];
};

type Environment = z.output<z.ZodObject<typeof partnerSettings>>;

export function partnerOf(env: Environment): PartnerConfig {
  return {
    payoutDay: env.PARTNER_PAYOUT_DAY,
    payoutMinimum: env.PARTNER_PAYOUT_MINIMUM,
    walletWaitHours: env.PARTNER_WALLET_WAIT_HOURS,
    retiredStatementKeys: env.PARTNER_RETIRED_STATEMENT_KEYS,
  };
}
