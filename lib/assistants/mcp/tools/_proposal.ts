/** A staged order for the assistant that proposed it, with the next step. */
import { z } from "zod";
import { scopesOf } from "#lib/assistants/oauth/require-scope.ts";
import { marginWarning } from "#lib/assistants/staged-orders/staged-order.ts";
import type { AssistantActor } from "#lib/platform/actor.ts";
import type { StagedOrderAction } from "#lib/protocol/staged-orders.ts";
import { StagedOrder } from "#lib/protocol/wire/staged-order.ts";

/** Annotations of a tool that proposes. */
export const PROPOSES = {
  readOnlyHint: false,
  destructiveHint: false,
  idempotentHint: false,
  openWorldHint: false,
};

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
    .describe("Id of the proposed order, sto_…, from a stage_… tool"),
});

const CHECK = "check its outcome with get_staged_order";

/** What was proposed, as the subject of a sentence, and what has then not happened. */
const ACTS: Record<StagedOrderAction, { subject: string; none: string; done: string }> = {
  place: { subject: "The order", none: "Nothing has been ordered.", done: "the venue accepted it" },
  close: {
    subject: "The closing order",
    none: "Nothing has been ordered.",
    done: "the venue accepted it",
  },
  modify: {
    subject: "The change",
    none: "The order is unchanged.",
    done: "the venue changed the order",
  },
  cancel: {
    subject: "The cancellation",
    none: "The order is still open.",
    done: "the venue cancelled the order",
  },
};

type Act = (typeof ACTS)[StagedOrderAction];

const NEXT: Record<StagedOrder["state"], (staged: StagedOrder, act: Act) => string> = {
  waiting: (staged, { none }) =>
    `${none} ${staged.warnings.length === 0 ? "" : "Tell the user what warnings says. "}Give the user this link: ${staged.approval_url} . There the user reads and signs it, or declines it, until ${staged.expires_at}; only the user can. Afterwards ${CHECK}, every few seconds at most.`,
  sending: (_, { subject }) =>
    `${subject} is signed and on its way to the venue: ${CHECK} in some seconds.`,
  unknown: ({ approval_url, error }, { subject }) =>
    `${subject} is signed, but it is not known yet whether the venue has it. Propose nothing in its place: ${CHECK} in some seconds.${error?.code === "TRADING_NOT_ENABLED" ? ` The venue can be asked only after the user enables trading again. Give the user this link for that: ${approval_url} .` : ""}`,
  placed: (_, { done }) =>
    `The user signed it and ${done}. result has the order as it was then. Later changes of an open order are not shown here.`,
  refused: ({ error }) =>
    `The user signed it and the venue refused it: ${error?.message ?? "nothing was placed."}`,
  declined: () => "The user declined it. Do not propose the same again unless the user asks.",
  withdrawn: (_, { none }) => `It was withdrawn. ${none}`,
  expired: (_, { none }) =>
    `The user did not sign it within five minutes. ${none} Ask before proposing it again.`,
};

/** Wallets and their holdings need read:chat, so the answer to a proposal omits them. */
export function proposalOf(staged: StagedOrder, actor: AssistantActor): z.output<typeof Proposal> {
  const proposal = {
    ...staged,
    next_step: NEXT[staged.state](staged, ACTS[staged.action ?? "place"]),
  };
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
