import "server-only";
import { StageOrder, stageOrder as stage } from "#lib/assistants/staged-orders/stage-order.ts";
import { PROPOSES, Proposal, proposalOf } from "./_proposal.ts";
import { defineTool } from "./define-tool.ts";

export const stageOrder = defineTool({
  name: "stage_order",
  title: "Propose an Order",
  description:
    "Proposes one perpetual-futures order to the user. It places nothing: the user opens approval_url, reads the order and signs it with their own wallet within five minutes. Propose only what the user asked for. Sizes and prices are decimal strings and multiples of size_lot and price_tick in list_markets. Give a reference, so that a repeated call does not propose twice. Then tell the user the warnings, show the link, and poll get_staged_order.",
  scope: "trade:execute",
  annotations: PROPOSES,
  input: StageOrder,
  output: Proposal,
  run: async (ctx, body) => proposalOf(await stage({ ctx, input: { body } }), ctx.actor),
});
