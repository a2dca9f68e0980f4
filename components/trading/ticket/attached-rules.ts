/** What the ticket must know of attached orders before anybody wants one; the arithmetic comes with their editor. */
import type { Market, MarketScale } from "#lib/protocol/markets.ts";
import type { Preview } from "#lib/protocol/order-preview.ts";
import type { Side } from "#lib/protocol/orders.ts";
import { isTrigger, type OrderDraft } from "./draft.ts";

export type AttachedKind = "takeProfit" | "stopLoss";

/** What the attached orders are reckoned from. */
export type Entry = {
  side: Side;
  lots: bigint;
  /** What the lots cost at the book's and the order's prices, 1e-9 USDC. */
  value: bigint;
  /** Fees of the entry, 1e-9 USDC. */
  fee: bigint;
  market: Market;
  scale: MarketScale;
  markTicks: bigint;
  feeDiscountPpm: bigint;
  liquidationTicks: bigint | undefined;
};

export type Attached = {
  /** `undefined` while nothing is typed or the text gives no price. */
  ticks: bigint | undefined;
  /** Profit and loss after the fees of entry and exit, if it closes at its trigger; 1e-9 USDC. */
  profit: bigint | undefined;
  error: string | undefined;
  warning: string | undefined;
};

/** Why this order can have none; each has a message of its name. */
export type AttachedObstacle =
  | "attachedTrigger"
  | "attachedReduceOnly"
  | "attachedNoPosition"
  | "attachedCloses";

export const NO_ATTACHED: Attached = {
  ticks: undefined,
  profit: undefined,
  error: undefined,
  warning: undefined,
};

/** Whether the venue would take a take profit or stop loss that arrives right behind this order. */
export function attachedObstacle(
  draft: Pick<OrderDraft, "type" | "side" | "reduceOnly">,
  preview: Preview | undefined,
): AttachedObstacle | undefined {
  if (isTrigger(draft.type)) return "attachedTrigger";
  if (draft.reduceOnly) return "attachedReduceOnly";
  if (preview === undefined) return undefined;
  const { size } = preview.after.position;
  const held = draft.side === "BUY" ? size : -size;
  if (held > 0n) return undefined;
  return preview.filledLots > 0n || held < 0n ? "attachedCloses" : "attachedNoPosition";
}

type Arithmetic = typeof import("./attached.ts");

let arithmetic: Arithmetic | undefined;
const listeners = new Set<() => void>();

/** Fetches the arithmetic; who asks before it is there can not send an attached order. */
export async function loadAttached(): Promise<void> {
  arithmetic ??= await import("./attached.ts");
  for (const listener of listeners) listener();
}

export function loadedAttached(): Arithmetic | undefined {
  return arithmetic;
}

export function onAttachedLoaded(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
