/**
 * `swap.failed`: the data is that of `swap.confirmed`, with the chain's error if the swap failed
 * there.
 */
import { OwnSwap } from "#lib/protocol/wire/swaps.ts";
import { caused } from "./event-type.ts";
import { SWAP_CONFIRMED } from "./swap-confirmed.ts";

export const SWAP_FAILED = caused({
  type: "swap.failed",
  description: "A swap of yours failed on the chain, can no longer land, or was paid back.",
  schema: OwnSwap,
  sample: {
    ...SWAP_CONFIRMED.sample,
    status: "failed",
    usd: null,
    error: '{"InstructionError":[4,{"Custom":6001}]}',
    slot: null,
    block_time: null,
  },
});
