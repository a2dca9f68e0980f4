/** What a user allows programs that act for them: a pause of all, limits of what each proposes, and what each read. */
import { z } from "zod";
import {
  DEFAULT_LIMITS_ID,
  LIMITED_KINDS,
  MAX_LIMITED_MARKETS,
} from "#lib/protocol/proposal-limits.ts";
import { decimal } from "./values.ts";

const moment = z.iso.datetime();

export const AssistantPause = z.strictObject({
  paused_at: moment
    .nullable()
    .describe("Since when keys, apps and bots may neither read nor propose; null: not paused"),
});
export type AssistantPause = z.output<typeof AssistantPause>;

const proposer = {
  kind: z
    .enum(LIMITED_KINDS)
    .describe(
      "oauth_app: an app with all its connections. default: all programs without limits of their own",
    ),
  id: z
    .string()
    .min(1)
    .max(1_000)
    .meta({ examples: ["mcp_0123456789abcdef01234567"] })
    .describe(`Id of the key, client id of the app, or "${DEFAULT_LIMITS_ID}" of default`),
};

const terms = {
  markets: z
    .array(z.string().regex(/^[A-Z0-9]{1,32}$/, "must be a market symbol such as BTCUSDC"))
    .min(1)
    .max(MAX_LIMITED_MARKETS)
    .nullable()
    .describe("Markets in which it may propose; null: all"),
  max_notional: decimal.nullable().describe("Largest proposal in USDC; null: any"),
  max_day_notional: decimal
    .nullable()
    .describe("Largest sum of its proposals in 24 hours in USDC; null: any"),
};

/** Replaces the limits of one program, or those of all others; all null: none of its own. */
export const SetProposalLimits = z
  .strictObject({ ...proposer, ...terms })
  .refine(({ kind, id }) => kind !== "default" || id === DEFAULT_LIMITS_ID, {
    path: ["id"],
    error: `must be "${DEFAULT_LIMITS_ID}" for the kind default`,
  });

export const ProposalLimits = z.strictObject({
  ...proposer,
  ...terms,
  used_today: decimal.describe(
    "USDC of its proposals of the last 24 hours that wait, were sent or were placed; of default: of all programs without limits of their own together",
  ),
});
export type ProposalLimits = z.output<typeof ProposalLimits>;
export const ProposalLimitList = z.strictObject({
  results: z
    .array(ProposalLimits)
    .describe("Programs with limits, and default when there are any for all others"),
});
export type ProposalLimitList = z.output<typeof ProposalLimitList>;

export const MachineReads = z.strictObject({
  days: z
    .array(
      z.strictObject({
        day: z.iso.date().describe("UTC"),
        reads: z
          .array(
            z.strictObject({
              what: z
                .string()
                .meta({ examples: ["get_positions"] })
                .describe("A tool, the address of a resource, or method and path of the API"),
              count: z.int().describe("How often"),
              last_at: moment.describe("When last"),
            }),
          )
          .describe("The most frequent first"),
      }),
    )
    .describe("The newest first, without days on which nothing was read"),
});
export type MachineReads = z.output<typeof MachineReads>;
