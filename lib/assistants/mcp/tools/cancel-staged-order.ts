import "server-only";
import { withdrawStagedOrder } from "#lib/assistants/staged-orders/end-staged-order.ts";
import { Proposal, ProposalId, proposalOf } from "./_proposal.ts";
import { defineTool } from "./define-tool.ts";

export const cancelStagedOrder = defineTool({
  name: "cancel_staged_order",
  title: "Withdraw Proposed Order",
  description:
    "Withdraws a proposal of yours while it waits for the user. It cannot cancel an order at the venue: for that use stage_cancel_order.",
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
