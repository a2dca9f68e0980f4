/** `transfer.settled` */
import { TransferSettledEvent } from "#lib/protocol/wire/trading-events.ts";
import { decimal } from "#lib/protocol/wire/values.ts";
import { caused } from "./event-type.ts";

export const TRANSFER_SETTLED = caused({
  type: "transfer.settled",
  description:
    "A deposit of yours was credited, or a withdrawal was paid or returned. States between are not sent.",
  schema: TransferSettledEvent,
  sample: {
    id: "withdrawal-17",
    account: "4zvwRjXUKGfvwnParsHAS3HuSVzV5cA4McphgmoCtajS",
    kind: "WITHDRAWAL",
    status: "SETTLED",
    amount: decimal.parse("100"),
    fee: decimal.parse("1.5"),
    asset: "USDC",
    tx_hash:
      "4xT6uGk5vFZtK5NMj1ZbqD7a3wFwJrYhJ6n5rV3Qd1sPZqkYt9p7nB2cVxUe8mWgR1LhTfEoAaS2iDcX4yKzHbNu",
    reference: null,
    reason: null,
    created_at: "2026-01-01T00:00:00.000Z",
    ended_at: "2026-01-01T00:01:00.000Z",
  },
});
