import "server-only";
import { withdrawStagedOrder } from "#lib/assistants/staged-orders/end-staged-order.ts";
import { Proposal, ProposalId, proposalOf } from "./_proposal.ts";
import { defineTool } from "./define-tool.ts";

export const cancelStagedOrder = defineTool({
  name: "cancel_staged_order",
  title: "Withdraw a Proposed Order",
  description:
    "Withdraws an order that stage_order proposed, as long as the user has not decided. Only the user can cancel an order that is signed already.",
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
