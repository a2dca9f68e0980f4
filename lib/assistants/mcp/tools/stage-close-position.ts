import "server-only";
import { StageClose, stageClose } from "#lib/assistants/staged-orders/stage-close.ts";
import { PROPOSES, Proposal, proposalOf } from "./_proposal.ts";
import { defineTool } from "./define-tool.ts";

export const stageClosePosition = defineTool({
  name: "stage_close_position",
  title: "Propose to Close a Position",
  description:
    "Proposes to close the user's whole position in a market by a reduce-only market order. It places nothing: as with stage_order the user signs at approval_url. To close a part, use stage_order with reduce_only.",
  scope: "trade:execute",
  annotations: PROPOSES,
  input: StageClose,
  output: Proposal,
  run: async (ctx, body) => proposalOf(await stageClose({ ctx, input: { body } }), ctx.actor),
});
