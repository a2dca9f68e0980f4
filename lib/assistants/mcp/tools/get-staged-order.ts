import "server-only";
import { readProposedOrder } from "#lib/assistants/staged-orders/read-staged-order.ts";
import { Proposal, ProposalId, proposalOf } from "./_proposal.ts";
import { defineTool } from "./define-tool.ts";

export const getStagedOrder = defineTool({
  name: "get_staged_order",
  title: "Look at a Proposed Order",
  description:
    "Returns the state of an order that stage_order proposed with this same key or grant: whether it waits for the user, was declined, withdrawn or expired, or was signed and placed, with the venue's order and its first fills, or refused, with the venue's reason.",
  scope: "trade:execute",
  annotations: {
    // While the venue's answer is missing, this read sends the user's signed bytes again.
    readOnlyHint: false,
    destructiveHint: false,
    idempotentHint: true,
    openWorldHint: false,
  },
  input: ProposalId,
  output: Proposal,
  run: async (ctx, params) =>
    proposalOf(await readProposedOrder({ ctx, input: { params } }), ctx.actor),
});
