/**
 * POST → reads and simulations of the chain by JSON-RPC, without batches. Open to everyone, so that
 * anyone can check what a page shows of the chain.
 */
import { ChainAnswer, ChainCall } from "#lib/protocol/wire/chain.ts";
import { route } from "#lib/server/route.ts";
import { readChain } from "#lib/trading/transfers/read-chain.ts";

/** The longest call simulates a transaction of 1,232 bytes and names 20 accounts. */
const MAX_BYTES = 8_192;

export const POST = route(
  {
    credential: "public",
    summary: "Reads and simulations of the chain, as JSON-RPC 2.0",
    body: ChainCall,
    response: ChainAnswer,
    maxBodyBytes: MAX_BYTES,
  },
  ({ ctx, input }) => readChain(ctx, input.body),
);
