/** The columns of the account's CSV files, in order. Names are the venue's own. */
import { csvLine, figureCell, textCell } from "#lib/platform/downloads/csv-cells.ts";

export const EXPORT_KINDS = ["orders", "fills", "transfers", "funding"] as const;
export type ExportKind = (typeof EXPORT_KINDS)[number];

/** `time` becomes two columns: ISO 8601 in UTC, and Unix milliseconds. */
type Column = { name: string; form: "time" | "figure" | "text" };

/** A record of the venue; only the columns are read. */
export type HistoryRow = Readonly<Record<string, unknown>>;

const time = (name: string): Column => ({ name, form: "time" });
const figures = (...names: string[]): Column[] => names.map((name) => ({ name, form: "figure" }));
const texts = (...names: string[]): Column[] => names.map((name) => ({ name, form: "text" }));

const COLUMNS: Readonly<Record<ExportKind, readonly Column[]>> = {
  orders: [
    time("created_at"),
    ...figures("id"),
    ...texts("market", "side", "order_type", "time_in_force"),
    ...figures("flags", "size", "price", "trigger_price"),
    ...texts("trigger_source"),
    ...figures("filled_size", "remaining_size", "avg_fill_price"),
    ...texts("status", "cancel_reason", "client_id", "signer", "digest"),
    time("last_updated_at"),
  ],
  fills: [
    time("created_at"),
    ...figures("id", "trade_id", "order_id"),
    ...texts("market", "side", "trade_type", "liquidity"),
    ...figures("price", "size", "fee", "realized_pnl"),
    ...texts("source"),
  ],
  transfers: [
    time("created_at"),
    ...texts("id", "kind"),
    ...figures("amount"),
    ...texts("asset", "tx_hash", "source", "reference", "status", "digest", "reason"),
    time("last_updated_at"),
  ],
  funding: [
    time("created_at"),
    ...figures("id"),
    ...texts("market"),
    ...figures("size", "amount", "notional", "rate"),
  ],
};

export function headerLine(kind: ExportKind): string {
  return csvLine(
    COLUMNS[kind].flatMap(({ name, form }) => (form === "time" ? [name, `${name}_ms`] : [name])),
  );
}

/** @throws TypeError for an invalid time: a file with a wrong time is worse than no file */
export function rowLine(kind: ExportKind, row: HistoryRow): string {
  return csvLine(COLUMNS[kind].flatMap(({ name, form }) => cells(row[name], form)));
}

function cells(value: unknown, form: Column["form"]): string[] {
  if (form === "time") {
    if (typeof value !== "number") throw new TypeError("The venue's row has no time.");
    return [new Date(value).toISOString(), value.toString()];
  }
  // An absent value, null at the venue, is an empty cell.
  const text = typeof value === "string" || typeof value === "number" ? String(value) : "";
  return [form === "figure" ? figureCell(text) : textCell(text)];
}
