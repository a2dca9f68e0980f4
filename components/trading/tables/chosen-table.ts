"use client";

import { createStore } from "#components/ui/store.ts";
import type { Side } from "#lib/protocol/enumerations.ts";
import type { TableName } from "./table-names.ts";

/** The table that is shown. */
export const chosenTable = createStore<TableName>("positions");
export const chosenSide = createStore<Side | undefined>(undefined);

/** Shows a table. Resets the side filter, which belonged to the last table. */
export function chooseTable(table: TableName): void {
  if (table !== chosenTable.get()) chosenSide.set(undefined);
  chosenTable.set(table);
}
