/** What each program of the signed-in user may propose. */
import { listProposalLimits, setProposalLimits } from "#lib/machines/proposals/limits.ts";
import {
  ProposalLimitList,
  ProposalLimits,
  SetProposalLimits,
} from "#lib/protocol/wire/assistant-controls.ts";
import { route } from "#lib/server/route.ts";

export const GET = route(
  {
    credential: "session",
    summary: "Lists the limits of what keys and apps may propose; those without limits are absent",
    response: ProposalLimitList,
  },
  listProposalLimits,
);

export const PUT = route(
  {
    credential: "session",
    summary: "Sets what a key or an app may propose: markets, largest size, and a sum in 24 hours",
    body: SetProposalLimits,
    response: ProposalLimits,
  },
  setProposalLimits,
);
