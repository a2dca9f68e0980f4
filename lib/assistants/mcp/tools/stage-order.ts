import "server-only";
import { StageOrder, stageOrder as stage } from "#lib/assistants/staged-orders/stage-order.ts";
import { Proposal, proposalOf } from "./_proposal.ts";
import { defineTool } from "./define-tool.ts";

export const stageOrder = defineTool({
  name: "stage_order",
  title: "Propose an Order",
  description:
    "Proposes one order of a perpetual future to the user. It places nothing: the answer has an approval_url, which the user opens to read the order and sign it with their own wallet within five minutes, and no order is ever sent without that signature. Sizes and prices are decimal strings that keep the market's steps (list_markets tells them). Give a reference, so that a call that is repeated does not propose twice. Propose only what the user asked for, pass on the warnings of the answer, show the link, then poll get_staged_order.",
  scope: "trade:execute",
  annotations: {
    readOnlyHint: false,
    destructiveHint: false,
    idempotentHint: false,
    openWorldHint: false,
  },
  input: StageOrder,
  output: Proposal,
  run: async (ctx, body) => proposalOf(await stage({ ctx, input: { body } }), ctx.actor),
});
