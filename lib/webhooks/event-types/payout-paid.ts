/** `payout.paid` */
import { PayoutPaidEvent } from "#lib/protocol/wire/partner-events.ts";
import { caused } from "./event-type.ts";

export const PAYOUT_PAID = caused({
  type: "payout.paid",
  description: "The chain shows a payout to you as final.",
  schema: PayoutPaidEvent,
  sample: {
    settlement_id: "stl_0123456789abcdef01234567",
    amount: "805.231236",
    network: "solana",
    recipient: "4zvwRjXUKGfvwnParsHAS3HuSVzV5cA4McphgmoCtajS",
    signature:
      "4xT6uGk5vFZtK5NMj1ZbqD7a3wFwJrYhJ6n5rV3Qd1sPZqkYt9p7nB2cVxUe8mWgR1LhTfEoAaS2iDcX4yKzHbNu",
    paid_at: "2026-02-01T00:01:00.000Z",
    period_end: "2026-02-01T00:00:00.000Z",
    simulated: false,
  },
});
