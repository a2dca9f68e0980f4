import { expect, test } from "vitest";
import type { Side } from "#lib/protocol/enumerations.ts";
import { marketScale } from "#lib/protocol/market/markets.ts";
import { BTC, wordingIn } from "./ticket.testing.ts";
import { triggerError } from "./ticket-text.ts";

const market = { markTicks: 1_000n, scale: marketScale(BTC) };

test.each<[Side, "TAKE_PROFIT_MARKET" | "STOP_LOSS_MARKET", bigint, string | undefined]>([
  ["SELL", "TAKE_PROFIT_MARKET", 1_001n, undefined],
  ["SELL", "TAKE_PROFIT_MARKET", 1_000n, "above the mark, 100."],
  ["SELL", "STOP_LOSS_MARKET", 999n, undefined],
  ["SELL", "STOP_LOSS_MARKET", 1_010n, "below the mark, 100."],
  ["BUY", "TAKE_PROFIT_MARKET", 1_100n, "below the mark, 100."],
  ["BUY", "STOP_LOSS_MARKET", 900n, "above the mark, 100."],
])("the trigger of a %s %s at %d must lie ahead of the mark", (side, type, ticks, problem) => {
  const error = triggerError({ side, type, ticks }, market, wordingIn("en"));
  if (problem === undefined) expect(error).toBeUndefined();
  else expect(error).toContain(problem);
});
