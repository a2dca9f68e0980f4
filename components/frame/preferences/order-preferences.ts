/** Preferences of the order ticket, kept in this browser. */
import { createPreference } from "#components/data/preference.ts";
import { isDecimal } from "#lib/protocol/decimal.ts";

/**
 * When a write that a live trading key signs is shown for confirmation: never, always, or, for an order, only from
 * `limit` on, a decimal in USDC. A wallet always shows what it signs.
 */
export type AskPolicy = { mode: "never" | "always" | "never-under"; limit: string };

export const askPolicy = createPreference<AskPolicy>(
  "ticket.ask",
  { mode: "never", limit: "1000" },
  (stored) => {
    const { mode, limit } = (stored ?? {}) as Partial<AskPolicy>;
    if (mode !== "never" && mode !== "always" && mode !== "never-under") return undefined;
    return typeof limit === "string" && isDecimal(limit) ? { mode, limit } : undefined;
  },
);

/**
 * The value from which an order is shown for confirmation whatever the policy is, in percent of the account's equity as a
 * decimal; "" is none. A typing error in the size is the usual reason for such an order.
 */
export const askShare = createPreference<string>("ticket.ask-share", "1000", (stored) =>
  stored === "" || (typeof stored === "string" && isDecimal(stored)) ? stored : undefined,
);

/**
 * How far from the mark a market order may trade, in percent as a decimal; "" is as far as the venue allows. An order that
 * only closes has the venue's limit: to get out is worth more than the price.
 */
export const slippageBound = createPreference<string>("ticket.slippage-bound", "1", (stored) =>
  stored === "" || (typeof stored === "string" && isDecimal(stored)) ? stored : undefined,
);

/** Whether *Close* of a position's row sends its market order at once, without the dialog that shows it. */
export const closesAtOnce = createPreference<boolean>("positions.close-at-once", false, (stored) =>
  typeof stored === "boolean" ? stored : undefined,
);

/** The equity of a visitor without an account, a decimal in USDC. */
export const demoEquity = createPreference<string>("ticket.demo-equity", "10000", (stored) =>
  typeof stored === "string" && isDecimal(stored) ? stored : undefined,
);

/** Whether the further figures of the preview are shown. */
export const moreFigures = createPreference<boolean>("ticket.more-figures", false, (stored) =>
  typeof stored === "boolean" ? stored : undefined,
);
