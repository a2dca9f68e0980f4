/** Preferences of the order ticket, kept in this browser. */
import { createPreference } from "#components/data/preference.ts";
import { isDecimal } from "#lib/protocol/decimal.ts";

/** When an order is shown for confirmation: always, or not while its value is under `limit`, a decimal in USDC. */
export type AskPolicy = { mode: "always" | "never-under"; limit: string };

export const askPolicy = createPreference<AskPolicy>(
  "ticket.ask",
  { mode: "always", limit: "1000" },
  (stored) => {
    const { mode, limit } = (stored ?? {}) as Partial<AskPolicy>;
    if (mode !== "always" && mode !== "never-under") return undefined;
    return typeof limit === "string" && isDecimal(limit) ? { mode, limit } : undefined;
  },
);

/** The equity of a visitor without an account, a decimal in USDC. */
export const demoEquity = createPreference<string>("ticket.demo-equity", "10000", (stored) =>
  typeof stored === "string" && isDecimal(stored) ? stored : undefined,
);

/** Whether the further figures of the preview are shown. */
export const moreFigures = createPreference<boolean>("ticket.more-figures", false, (stored) =>
  typeof stored === "boolean" ? stored : undefined,
);
