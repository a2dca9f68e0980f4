import "server-only";
import { withdrawStagedOrder } from "#lib/assistants/staged-orders/end-staged-order.ts";
import { Proposal, ProposalId, proposalOf } from "./_proposal.ts";
import { defineTool } from "./define-tool.ts";

export const cancelStagedOrder = defineTool({
  name: "cancel_staged_order",
  title: "Withdraw a Proposed Order",
  description:
    "Takes back an order that stage_order proposed, as long as the user has not decided. It cannot cancel an order that the user has signed: that one is the user's alone.",
  scope: "trade:execute",
  annotations: {
    readOnlyHint: false,
    destructiveHint: true,
    idempotentHint: true,
    openWorldHint: false,
  },
  input: ProposalId,
  output: Proposal,
  run: async (ctx, params) =>
    proposalOf(await withdrawStagedOrder({ ctx, input: { params } }), ctx.actor),
});
