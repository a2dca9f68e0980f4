/** A venue restored from a snapshot liquidates the same accounts in the same run as the one that continued. */
import { deserialize, serialize } from "node:v8";
import { expect, test } from "vitest";
import { apply } from "#services/venue/engine/apply.ts";
import { BTC, SOL, TestEngine } from "#services/venue/engine/engine.testing.ts";
import { NO_EVENTS } from "#services/venue/engine/events.ts";
import { restoreState } from "./restore-state.ts";
import { type StateRows, stateRows } from "./state-rows.ts";

test("an account that is early in the index, beside one that is liquidated, changes nothing", () => {
  const venue = new TestEngine();
  venue.deposit("insurance", "100000").deposit("maker", "10000000");
  venue.deposit("older", "4050").deposit("hedged", "7000");
  venue.buy("maker", "1", "50000", { market: BTC });
  venue.sell("hedged", "1", "50000", { market: BTC });
  venue.sell("maker", "1", "50000", { market: BTC });
  venue.buy("older", "1", "50000", { market: BTC });
  venue.sell("maker", "400", "100");
  venue.buy("hedged", "400", "100");
  venue.buy("hedged", "0.2", "48900", { market: BTC });
  venue.buy("maker", "1", "46950", { market: BTC });
  venue.buy("maker", "1000", "82.1");
  venue.tick();
  venue.state.effects.close();
  const restored = restoreState(deserialize(serialize(stateRows(venue.state))) as StateRows);
  const marks = [
    { market: BTC, ticks: 470_000, confidencePpm: 0 },
    { market: SOL, ticks: 82_160, confidencePpm: 0 },
  ];
  venue.wait(500);
  venue.submit({ type: "set_marks", marks });
  apply(restored, { type: "set_marks", marks }, venue.time, NO_EVENTS);
  expect(venue.fills.some(({ kind }) => kind === "LIQUIDATION")).toBe(true);
  expect(restored.effects.close()).toBe(venue.state.effects.close());
});
