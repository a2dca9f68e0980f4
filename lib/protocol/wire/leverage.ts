/** What the venue answers about leverage and isolated margin. The trading page loads no more of it than accounts have (`account.ts`). */
import { z } from "zod";
import { ChosenLeverage, IsolatedPosition } from "./account.ts";
import { count, decimal, time } from "./values.ts";

/** The leverage of an account in a market. */
export const LeverageRecord = ChosenLeverage.extend({
  max_leverage: count.describe("The highest that the market allows"),
  im_ratio: count.describe(
    "Initial margin as a part of the position's value, in parts of ratio_scale; the market's tiers may ask for more",
  ),
  chosen: z.boolean().describe("False while the account has not chosen one: it is the highest"),
  last_margin_change: z
    .object({
      digest: z.string().describe("Digest of the signed bytes, lowercase hex"),
      timestamp: time.describe("The signed timestamp"),
    })
    .optional()
    .describe("The last update_isolated_margin in the market, while its mode is ISOLATED"),
}).meta({ id: "Leverage" });
export type LeverageRecord = z.output<typeof LeverageRecord>;
export const LeverageList = z.object({ results: z.array(LeverageRecord) });

/** The answer of `POST /v1/isolated-margin`. */
export const IsolatedMarginRecord = IsolatedPosition.extend({
  removable: decimal.describe("What may be removed from the wallet now"),
}).meta({ id: "IsolatedMargin" });
export type IsolatedMarginRecord = z.output<typeof IsolatedMarginRecord>;
