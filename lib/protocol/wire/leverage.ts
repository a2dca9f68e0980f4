/** What the venue answers about leverage. The trading page loads no more of it than accounts have (`account.ts`). */
import { z } from "zod";
import { ChosenLeverage } from "./account.ts";
import { count } from "./values.ts";

/** The leverage of an account in a market. */
export const LeverageRecord = ChosenLeverage.extend({
  max_leverage: count.describe("The highest that the market allows"),
  im_ratio: count.describe(
    "Initial margin as a part of the position's value, in parts of ratio_scale; the market's tiers may ask for more",
  ),
  chosen: z.boolean().describe("False while the account has not chosen one: it is the highest"),
}).meta({ id: "Leverage" });
export type LeverageRecord = z.output<typeof LeverageRecord>;
export const LeverageList = z.object({ results: z.array(LeverageRecord) });
