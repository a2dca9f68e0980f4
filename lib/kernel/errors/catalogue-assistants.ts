/** Refusals of proposals, and of programs that act for a user within what the user allows them. */
import { entry } from "./error-entry.ts";

type LimitContext =
  | { limit: "market"; allowed: string; market: string }
  | { limit: "size"; most: string; value: string }
  /** `shared`: the limit is that of all programs without limits of their own, and so is what is used. */
  | { limit: "day"; most: string; value: string; used: string; shared?: boolean };

export const ASSISTANT_ERRORS = {
  STAGED_ORDER_NOT_FOUND: entry(404, "There is no such proposed order of this account."),
  STAGED_ORDER_IS_OVER: entry<{ state: string }>(
    409,
    (c) => `The proposed order is ${c.state} already.`,
  ),
  TOO_MANY_STAGED_ORDERS: entry<{ most: number }>(
    409,
    (c) => `${c.most} proposed orders wait for the user already. Withdraw one, or wait.`,
  ),
  STAGED_ORDER_DIFFERS: entry(
    409,
    "The signed order differs from the proposed one. Nothing was sent.",
  ),
  ASSISTANTS_PAUSED: entry(
    403,
    "The user has paused all assistants. Nothing is read or proposed until the user continues under Settings, Connected apps.",
  ),
  PROPOSAL_LIMIT: entry<LimitContext>(403, (c) => {
    switch (c.limit) {
      case "market":
        return `The user lets this assistant propose in these markets only: ${c.allowed}. This proposal is for ${c.market}.`;
      case "size":
        return `The user lets this assistant propose at most ${c.most} USDC at once. This proposal is worth ${c.value} USDC: make it smaller.`;
      case "day":
        return `The user lets ${c.shared === true ? "assistants without limits of their own together" : "this assistant"} propose at most ${c.most} USDC in 24 hours. ${c.used} USDC are used, and this proposal is worth ${c.value} USDC.`;
    }
  }),
};
