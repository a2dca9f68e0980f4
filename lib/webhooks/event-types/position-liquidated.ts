/** `position.liquidated`: once for a liquidation, with its sum over all markets. */
import { PositionLiquidatedEvent } from "#lib/protocol/wire/trading-events.ts";
import { decimal, signedDecimal } from "#lib/protocol/wire/values.ts";
import { caused } from "./event-type.ts";

export const POSITION_LIQUIDATED = caused({
  type: "position.liquidated",
  description:
    "The venue closed positions of yours in a liquidation, or by auto-deleveraging. It is sent once, when it closes no more.",
  schema: PositionLiquidatedEvent,
  sample: {
    account: "4zvwRjXUKGfvwnParsHAS3HuSVzV5cA4McphgmoCtajS",
    reason: "LIQUIDATION",
    positions: [
      {
        market: "BTCUSDC",
        size: signedDecimal.parse("0.5"),
        average_price: decimal.parse("58210.4"),
        realized_pnl: signedDecimal.parse("-312.4"),
        fee: signedDecimal.parse("14.55"),
        remaining_size: signedDecimal.parse("0"),
      },
    ],
    account_value: signedDecimal.parse("44.1"),
    liquidated_at: "2026-01-01T00:01:00.000Z",
  },
});
