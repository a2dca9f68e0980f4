import "server-only";
import { StageCancel, stageCancel } from "#lib/assistants/staged-orders/stage-change.ts";
import { PROPOSES, Proposal, proposalOf } from "./_proposal.ts";
import { defineTool } from "./define-tool.ts";

export const stageCancelOrder = defineTool({
  name: "stage_cancel_order",
  title: "Propose to Cancel an Order",
  description:
    "Proposes to cancel an open order of the user. It cancels nothing: as with stage_order the user signs at approval_url. To withdraw a proposal of yours, use cancel_staged_order.",
  scope: "trade:execute",
  annotations: PROPOSES,
  input: StageCancel,
  output: Proposal,
  run: async (ctx, body) => proposalOf(await stageCancel({ ctx, input: { body } }), ctx.actor),
});
