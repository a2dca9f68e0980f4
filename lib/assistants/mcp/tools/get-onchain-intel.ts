import { z } from "zod";
import { config } from "#lib/platform/config.ts";
import { SWAP_ASSETS } from "#lib/protocol/enumerations.ts";
import { readAssetFlow } from "#lib/swaps/tape/read-asset-flow.ts";
import { decimal, moment, READS, timeOf } from "./_fields.ts";
import { defineTool } from "./define-tool.ts";

const side = z.strictObject({
  swaps: z.int(),
  amount: decimal.describe("Of the asset"),
  usd: decimal.describe("Without swaps that have no price"),
});

export const getOnchainIntel = defineTool({
  name: "get_onchain_intel",
  title: "Get On-chain Intelligence",
  description:
    "What the chain shows of one asset in the last day: how much of it was bought and sold by swaps that this service follows, and the largest of them. It sees no other transfers. Records marked simulated are of a simulated chain.",
  scope: "read:market",
  annotations: READS,
  input: z.strictObject({ asset: z.enum(SWAP_ASSETS) }),
  output: z.strictObject({
    asset: z.enum(SWAP_ASSETS),
    network: z.string().nullable().describe("Null: the service follows no chain"),
    since: moment.describe("Swaps that landed then or later"),
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
