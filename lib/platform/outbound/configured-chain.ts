/** The chain that the operator configured, after its network was proved. */
import "server-only";
import { ChainUnreachable } from "#lib/kernel/chain-client/chain-unreachable.ts";
import { type ChainClient, createChainClient } from "#lib/kernel/chain-client/read-payment.ts";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import { type ChainConfig, onceOfConfig } from "#lib/platform/config/config.ts";
import { GENESIS_HASH } from "#lib/protocol/solana.ts";

type Configured = { terms: ChainConfig; node: ChainClient; proved: Promise<void> | undefined };

const configured = onceOfConfig(({ chain: terms }): Configured | undefined => {
  if (terms === undefined) return undefined;
  return { terms, node: createChainClient({ url: terms.rpcUrl.reveal() }), proved: undefined };
});

/** Undefined without a node. @throws CHAIN_UNREACHABLE, CHAIN_IS_ANOTHER */
export async function configuredChain(): Promise<
  { terms: ChainConfig; node: ChainClient } | undefined
> {
  const chain = configured();
  if (chain === undefined) return undefined;
  const { terms, node } = chain;
  chain.proved ??= proveNetwork(node, terms).catch((error: unknown) => {
    chain.proved = undefined;
    throw error;
  });
  await chain.proved;
  return { terms, node };
}

/** A configured address may belong to another network by mistake; the genesis hash proves the network. */
async function proveNetwork(node: ChainClient, { network }: ChainConfig): Promise<void> {
  const hash = await askingChain(() => node.readGenesisHash());
  if (hash !== GENESIS_HASH[network]) throw new ServiceError("CHAIN_IS_ANOTHER", { network });
}

/** @throws CHAIN_UNREACHABLE for a node that gives no answer that can be used */
export async function askingChain<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask();
  } catch (thrown) {
    if (!(thrown instanceof ChainUnreachable)) throw thrown;
    const error = new ServiceError("CHAIN_UNREACHABLE");
    error.cause = thrown;
    throw error;
  }
}
