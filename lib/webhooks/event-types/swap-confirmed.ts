/** `swap.confirmed` */
import { OwnSwap } from "#lib/protocol/wire/swaps.ts";
import { caused } from "./event-type.ts";

const { in: side } = OwnSwap.shape;

export const SWAP_CONFIRMED = caused({
  type: "swap.confirmed",
  description:
    "A swap of yours is final. To another network: when that network shows the payment as final.",
  schema: OwnSwap,
  sample: {
    id: "swp_4xT6uGk5vFZtK5NMj1ZbqD",
    signature:
      "4xT6uGk5vFZtK5NMj1ZbqD7a3wFwJrYhJ6n5rV3Qd1sPZqkYt9p7nB2cVxUe8mWgR1LhTfEoAaS2iDcX4yKzHbNu",
    status: "finalized",
    network: "simulated",
    simulated: true,
    wallet: "9dVoKCQjWfy9cRZN81ApLHzhTbLWydhu9nQov1yHd7XQ",
    in: side.parse({ asset: "USDC", amount: "150" }),
    out: side.parse({ asset: "SOL", amount: "0.996" }),
    fee: side.parse({ asset: "USDC", amount: "0.15" }),
    fee_without_discount: side.shape.amount.parse("0.15"),
    route: ["pool:SOL-USDC"],
    usd: side.shape.amount.parse("149.4"),
    error: null,
    slot: 120_431,
    block_time: 1_767_650_398_000,
    submitted_at: 1_767_650_397_120,
    plan: null,
    destination: null,
    refund: null,
    waits_for: null,
  },
});
