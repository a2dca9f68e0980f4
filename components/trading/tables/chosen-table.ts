"use client";

import type { Side } from "#lib/protocol/orders/orders.ts";
import { createPageState } from "./page-state.ts";
import type { TableName } from "./table-names.ts";

/** The table that is shown. */
export const chosenTable = createPageState<TableName>("positions");
export const chosenSide = createPageState<Side | undefined>(undefined);

/** Shows a table. Resets the side filter, which belonged to the last table. */
export function chooseTable(table: TableName): void {
  if (table !== chosenTable.get()) chosenSide.set(undefined);
  chosenTable.set(table);
}
