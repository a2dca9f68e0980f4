import "server-only";
import { readProposedOrder } from "#lib/assistants/staged-orders/read-staged-order.ts";
import { Proposal, ProposalId, proposalOf } from "./_proposal.ts";
import { defineTool } from "./define-tool.ts";

export const getStagedOrder = defineTool({
  name: "get_staged_order",
  title: "Get Proposed Order",
  description:
    "Returns the state of a proposal of yours: waiting, declined, withdrawn, expired, sending, placed with its first fills, refused with the reason, or unknown. Poll it every few seconds after the user got the link.",
  scope: "trade:execute",
  annotations: {
    // While the venue's answer is missing it sends the user's signed bytes again, which take effect once. To the user it is a
    // read, and clients ask before each call of anything else.
    readOnlyHint: true,
    destructiveHint: false,
    idempotentHint: true,
    openWorldHint: false,
  },
  input: ProposalId,
  output: Proposal,
  run: async (ctx, params) =>
    proposalOf(await readProposedOrder({ ctx, input: { params } }), ctx.actor),
});
