/** What a caller may still do: read it before work in bulk instead of running into a 429. */
import { z } from "zod";
import { KEY_TIERS } from "#lib/protocol/key-state.ts";
import { count } from "./values.ts";

const LimitState = z
  .object({
    limit: count.describe("Units that can be used at once"),
    per_second: count.describe("Units that come back each second, up to the limit"),
    remaining: count.describe("Whole units that are left"),
    reset_seconds: count.describe("Seconds until all units are back"),
  })
  .meta({ id: "RateLimitState" });
export type LimitState = z.output<typeof LimitState>;

/** The limits of an API key of the venue. */
export const KeyLimits = z.object({
  orders: LimitState.describe(
    "Order writes: an order is 1, a batch or a group its orders, a cancel a half, any other write 1",
  ),
  reads: LimitState.describe("Reads, this one included"),
});
export type KeyLimits = z.output<typeof KeyLimits>;

/** The limit of a key of the application host. */
export const CallLimits = z.strictObject({
  tier: z.enum(KEY_TIERS).describe("elevated: the operator has granted more calls"),
  calls: z
    .strictObject({
      limit: count.describe("Calls in a span that begins with the first one"),
      remaining: count.describe("Calls that are left, after this one"),
      resetSeconds: count.describe("Seconds until all calls are back"),
    })
    .describe("Calls of this key"),
});
export type CallLimits = z.output<typeof CallLimits>;
