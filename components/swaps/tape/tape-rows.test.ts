import { expect, test } from "vitest";
import { formatDecimal } from "#lib/protocol/decimal.ts";
import type { TapeSwap } from "#lib/protocol/wire/swaps.ts";
import { firstRows, MAX_ROWS, withChange } from "./tape-rows.ts";

const ONE = formatDecimal(1n, 0);

const swap = (id: string, change: Partial<TapeSwap> = {}): TapeSwap => ({
  id,
  seq: 1,
  signature: id,
  slot: 10,
  block_time: 0,
  wallet: "abcd…wxyz",
  in: { asset: "USDC", amount: ONE },
  out: { asset: "SOL", amount: ONE },
  route: [],
  usd: null,
  status: "confirmed",
  simulated: true,
  destination: null,
  ...change,
});
const seen = (rows: readonly TapeSwap[]) => rows.map(({ id, status }) => `${id} ${status}`);

test("the newest slot comes first, whatever changed last", () => {
  const rows = firstRows([swap("a", { slot: 1, seq: 3 }), swap("b", { slot: 2, seq: 2 })]);
  const later = withChange(rows, swap("a", { slot: 1, seq: 4, status: "finalized" }));
  expect(seen(later)).toEqual(["b confirmed", "a finalized"]);
});

test("an older change of a swap is not shown again", () => {
  const rows = firstRows([swap("a", { seq: 5, status: "finalized" })]);
  expect(withChange(rows, swap("a", { seq: 4 }))).toBe(rows);
});

test("a dropped swap leaves the tape, and may land again", () => {
  const rows = firstRows([swap("a")]);
  const gone = withChange(rows, swap("a", { seq: 2, status: "dropped" }));
  expect(gone).toEqual([]);
  expect(seen(withChange(gone, swap("a", { seq: 3, slot: 12 })))).toEqual(["a confirmed"]);
});

test("the tape keeps its newest rows", () => {
  const many = Array.from({ length: 80 }, (_, slot) => swap(`s${slot}`, { slot, seq: slot + 1 }));
  const rows = firstRows(many);
  expect([rows.length, rows[0]?.id]).toEqual([MAX_ROWS, "s79"]);
});
