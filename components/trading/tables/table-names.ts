/** The tables of the trading page, in order. */
export const TABLES = [
  "positions",
  "orders",
  "history",
  "fills",
  "funding",
  "transfers",
  "balances",
] as const;
export type TableName = (typeof TABLES)[number];
