import { z } from "zod";
import { config } from "#lib/platform/config/config.ts";
import { SWAP_ASSETS } from "#lib/protocol/enumerations.ts";
import { readAssetFlow } from "#lib/swaps/tape/read-asset-flow.ts";
import { decimal, moment, READS, timeOf } from "./_fields.ts";
import { defineTool } from "./define-tool.ts";

const side = z.strictObject({
  swaps: z.int(),
  amount: decimal.describe("Amount of the asset"),
  usd: decimal.describe("Value in USD, without swaps that have no price"),
});

export const getOnchainIntel = defineTool({
  name: "get_onchain_intel",
  title: "Get On-chain Intelligence",
  description:
    "Returns the swaps of one asset that this service saw on the chain in the last day: amounts bought and sold, and the largest swaps. It does not see other transfers or other services. simulated: the chain is a simulation.",
  scope: "read:market",
  annotations: READS,
  input: z.strictObject({ asset: z.enum(SWAP_ASSETS).describe("Symbol of the asset") }),
  output: z.strictObject({
    asset: z.enum(SWAP_ASSETS),
    network: z
      .string()
      .nullable()
      .describe("Network of the swaps; null: the service follows no chain"),
    since: moment.describe("Start of the day that is counted"),
    bought: side,
    sold: side,
    largest: z.array(
      z.strictObject({
        signature: z.string(),
        simulated: z.boolean(),
        sold: z.strictObject({ asset: z.string(), amount: decimal }),
        bought: z.strictObject({ asset: z.string(), amount: decimal }),
        usd: decimal.nullable(),
        at: moment,
      }),
    ),
  }),
  run: async ({ now }, { asset }) => {
    const { since, bought, sold, largest } = await readAssetFlow(asset, now);
    return {
      asset,
      network: config().chain?.network ?? null,
      since: timeOf(since),
      bought,
      sold,
      largest: largest.map(({ signature, simulated, usd, ...swap }) => ({
        signature,
        simulated,
        sold: swap.in,
        bought: swap.out,
        usd,
        at: timeOf(swap.block_time),
      })),
    };
  },
});
