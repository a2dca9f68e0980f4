"use client";

import type { Side } from "#lib/protocol/orders.ts";
import { createPageState } from "./page-state.ts";
import type { TableName } from "./table-names.ts";

/** The table that is shown, and the side that its rows are kept to. */
export const chosenTable = createPageState<TableName>("positions");
export const chosenSide = createPageState<Side | undefined>(undefined);

/** Shows a table. A side was chosen among the rows of the last one: in another it is not expected. */
export function chooseTable(table: TableName): void {
  if (table !== chosenTable.get()) chosenSide.set(undefined);
  chosenTable.set(table);
}
