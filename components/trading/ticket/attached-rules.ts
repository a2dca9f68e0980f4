/**
 * What the ticket needs to know about attached orders before their editor is opened. The arithmetic is loaded with the
 * editor.
 */
import type { Market, MarketScale } from "#lib/protocol/markets.ts";
import type { Preview } from "#lib/protocol/order-preview.ts";
import type { Side } from "#lib/protocol/orders.ts";
import { isTrigger, type OrderDraft } from "./draft.ts";

export type AttachedKind = "takeProfit" | "stopLoss";

/** The entry from which attached orders are computed. */
export type Entry = {
  side: Side;
  lots: bigint;
  /** Cost of the lots at the prices of book and order, 1e-9 USDC. */
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
  /** `undefined` while the field is empty or gives no price. */
  ticks: bigint | undefined;
  /** Profit or loss after the fees of entry and exit when the order closes at its trigger; 1e-9 USDC. */
  profit: bigint | undefined;
  error: string | undefined;
  warning: string | undefined;
};

/** Why an order can have no attached orders; each has a message of its name. */
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

/** Why the venue would refuse a take profit or stop loss right after this order; `undefined` when it would not. */
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

/** Loads the arithmetic. Until it is loaded, attached orders cannot be sent. */
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
