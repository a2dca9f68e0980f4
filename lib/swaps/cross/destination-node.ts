/** The node of the other network. Its genesis hash is checked before use. */
import "server-only";
import { createChainClient } from "#lib/kernel/chain-client/read-payment.ts";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import { GENESIS_HASH } from "#lib/protocol/solana.ts";
import { SwapNode } from "#lib/swaps/chain/swap-node.ts";
import type { CrossSettings } from "#lib/swaps/chain/swap-settings.ts";

let known: { settings: CrossSettings; node: SwapNode; proved: boolean } | undefined;

/** @throws CHAIN_UNREACHABLE, CHAIN_IS_ANOTHER */
export async function destinationNode(settings: CrossSettings): Promise<SwapNode> {
  if (known?.settings !== settings) {
    const client = createChainClient({ url: settings.relay.rpcUrl.reveal() });
    known = { settings, node: new SwapNode(client), proved: false };
  }
  const found = known;
  if (!found.proved) {
    const { network } = settings;
    if ((await found.node.genesisHash()) !== GENESIS_HASH[network])
      throw new ServiceError("CHAIN_IS_ANOTHER", { network });
    found.proved = true;
  }
  return found.node;
}
