"use client";

import { createContext, useContext } from "react";
import { useWrites } from "#components/trading/writes/use-orders.ts";
import { isPlacing } from "#components/trading/writes/write-types.ts";
import type { OrderRecord } from "#lib/protocol/wire/account.ts";
import type { useEditing } from "./edit-order.tsx";

export type OpenOrderActs = {
  editing: ReturnType<typeof useEditing>;
  /** Sends what is typed; returns false and shows the errors when it cannot. */
  send: () => boolean;
  chosen: ReadonlySet<string>;
  choose: (id: string, chosen: boolean) => void;
  cancel: (order: OrderRecord) => void;
};

const NOTHING: ReadonlySet<string> = new Set();
const nothing = () => undefined;

/** Shared by the cells, so that rows render only when their order changes. */
export const OpenOrderContext = createContext<OpenOrderActs>({
  editing: {
    id: undefined,
    terms: undefined,
    attempts: 0,
    begin: nothing,
    change: nothing,
    ask: nothing,
    leave: nothing,
  },
  send: () => false,
  chosen: NOTHING,
  choose: nothing,
  cancel: nothing,
});

export function useOpenOrderActs(): OpenOrderActs {
  return useContext(OpenOrderContext);
}

/** The number of placed orders that the venue has not confirmed yet. */
export function usePlacingCount(): number {
  return useWrites().filter(
    ({ kind, state }) => isPlacing(kind) && (state === "sending" || state === "unknown"),
  ).length;
}
