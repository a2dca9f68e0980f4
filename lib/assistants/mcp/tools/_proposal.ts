/** A staged order for the assistant that proposed it, with the next step. */
import { z } from "zod";
import { scopesOf } from "#lib/assistants/oauth/require-scope.ts";
import { marginWarning } from "#lib/assistants/staged-orders/staged-order.ts";
import type { AssistantActor } from "#lib/platform/actor.ts";
import { StagedOrder } from "#lib/protocol/wire/staged-order.ts";

export const Proposal = StagedOrder.extend({
  account: z
    .string()
    .describe(
      "Wallet that is to sign, base58; without read:chat its first and last four characters",
    ),
  next_step: z.string().describe("What to tell the user, and what to do now"),
});

export const ProposalId = z.strictObject({
  id: z
    .string()
    .regex(/^sto_[0-9a-f]{24}$/, "must be the id of a staged order, sto_ and 24 hex characters")
    .describe("Id of the proposed order, sto_…, from stage_order"),
});

const CHECK = "check its outcome with get_staged_order";

const NEXT: Record<StagedOrder["state"], (staged: StagedOrder) => string> = {
  waiting: (staged) =>
    `Nothing has been ordered. ${staged.warnings.length === 0 ? "" : "Tell the user what warnings says. "}Give the user this link: ${staged.approval_url} . There the user reads the order and signs it, or declines it, until ${staged.expires_at}; only the user can. Afterwards ${CHECK}, every few seconds at most.`,
  sending: () => `The user signed it and it is on its way to the venue: ${CHECK} in some seconds.`,
  unknown: ({ approval_url, error }) =>
    `The user signed it, but it is not known yet whether the venue has it. Propose no other order in its place: ${CHECK} in some seconds.${error?.code === "TRADING_NOT_ENABLED" ? ` The venue can be asked only after the user enables trading again. Give the user this link for that: ${approval_url} .` : ""}`,
  placed: () =>
    "The user signed it and the venue accepted it. result has what filled at once. Later changes of an open order are not shown here.",
  refused: ({ error }) =>
    `The user signed it and the venue refused it: ${error?.message ?? "nothing was placed."}`,
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
    warnings: staged.warnings.map((warning) =>
      warning.code === "INSUFFICIENT_MARGIN"
        ? marginWarning("The account has too little free margin for this order")
        : warning,
    ),
  };
}
