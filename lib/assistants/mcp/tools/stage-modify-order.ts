import "server-only";
import { StageModify, stageModify } from "#lib/assistants/staged-orders/stage-change.ts";
import { PROPOSES, Proposal, proposalOf } from "./_proposal.ts";
import { defineTool } from "./define-tool.ts";

export const stageModifyOrder = defineTool({
  name: "stage_modify_order",
  title: "Propose to Change an Order",
  description:
    "Proposes a new price, a new size or both for an open order of the user. It changes nothing: as with stage_order the user signs at approval_url.",
  scope: "trade:execute",
  annotations: PROPOSES,
  input: StageModify,
  output: Proposal,
  run: async (ctx, body) => proposalOf(await stageModify({ ctx, input: { body } }), ctx.actor),
});
