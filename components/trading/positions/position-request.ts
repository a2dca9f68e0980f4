/** The dialog of positions that is open. Outside of the table, so that a notice and a key can open it. */
import { createStore } from "#components/ui/store.ts";
import type { PositionRecord } from "#lib/protocol/wire/account.ts";

export type PositionAction = "part" | "reverse" | "protect" | "margin" | "share";

export type PositionRequest =
  | { kind: PositionAction; position: PositionRecord }
  | { kind: "close-all"; positions: readonly PositionRecord[] };

export const positionRequest = createStore<PositionRequest | undefined>(undefined);

export function openPosition(kind: PositionAction, position: PositionRecord): void {
  positionRequest.set({ kind, position });
}
