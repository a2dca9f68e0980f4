/**
 * What the ticket needs to know about attached orders before their editor is opened. The arithmetic is loaded with the
 * editor.
 */
import { lazyModule } from "#components/ui/lazy-module.ts";
import type { Preview } from "#lib/protocol/orders/order-preview.ts";
import { isTrigger, type OrderDraft } from "./draft.ts";

/** Why an order can have no attached orders; each has a message of its name. */
export type AttachedObstacle =
  | "attachedTrigger"
  | "attachedReduceOnly"
  | "attachedNoPosition"
  | "attachedCloses";

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

/** The arithmetic. Until it is loaded, attached orders cannot be sent. */
export const attachedArithmetic = lazyModule(() => import("./attached.ts"));
