/** A staged order for the assistant that proposed it, with the next step. */
import { z } from "zod";
import { scopesOf } from "#lib/assistants/oauth/scopes-of.ts";
import { marginWarning } from "#lib/assistants/staged-orders/staged-order.ts";
import type { AssistantActor } from "#lib/platform/actor.ts";
import { StagedOrder } from "#lib/protocol/wire/staged-order.ts";

export const Proposal = StagedOrder.extend({
  account: z
    .string()
    .describe(
      "The wallet that is to sign: its base58 public key, or without read:chat its first and last four characters",
    ),
  next_step: z.string().describe("What to tell the user, and what to do now"),
});

export const ProposalId = z.strictObject({
  id: z
    .string()
    .regex(/^sto_[0-9a-f]{24}$/, "must be the id of a staged order, sto_ and 24 hex characters")
    .describe("The id that stage_order gave"),
});

const LOOK = "check its outcome with get_staged_order";

const NEXT: Record<StagedOrder["state"], (staged: StagedOrder) => string> = {
  waiting: (staged) =>
    `Nothing has been ordered. ${staged.warnings.length === 0 ? "" : "Tell the user what warnings says. "}Give the user this link: ${staged.approval_url} . There the user reads the order and signs it, or declines it, until ${staged.expires_at}; only the user can. Afterwards ${LOOK}, every few seconds at most.`,
  sending: () => `The user signed it and it is on its way to the venue: ${LOOK} in some seconds.`,
  unknown: ({ approval_url, error }) =>
    `The user signed it, and whether the venue has it is not known yet. Propose no other order in its place: ${LOOK} in some seconds.${error?.code === "TRADING_NOT_ENABLED" ? ` The venue cannot be asked until the user enables trading again: give the user this link, where that is done: ${approval_url} .` : ""}`,
  placed: () =>
    "The user signed it and the venue took it. result tells what came of it at once; what happens to an open order later is not told here.",
  refused: ({ error }) =>
    `The user signed it and the venue did not take it: ${error?.message ?? "nothing was placed."}`,
  declined: () => "The user declined it. Do not propose the same order again unless the user asks.",
  withdrawn: () => "It was withdrawn. Nothing was ordered.",
  expired: () =>
    "The user did not sign it within five minutes. Nothing was ordered. Ask before proposing it again.",
};

/** Wallets and their holdings need read:chat, so the answer to a proposal omits them. */
export function proposalOf(staged: StagedOrder, actor: AssistantActor): z.output<typeof Proposal> {
  const proposal = { ...staged, next_step: NEXT[staged.state](staged) };
  if (scopesOf(actor).includes("read:chat")) return proposal;
  return {
    ...proposal,
    account: `${staged.account.slice(0, 4)}…${staged.account.slice(-4)}`,
    snapshot: { ...staged.snapshot, position: null, margin_missing: null },
    warnings: staged.warnings.map(() =>
      marginWarning("The account has too little free margin for this order"),
    ),
  };
}
