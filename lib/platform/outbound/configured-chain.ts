/** The chain that the operator configured, after its network was proved. */
import "server-only";
import { ChainUnreachable } from "#lib/kernel/chain-client/chain-unreachable.ts";
import { type ChainClient, createChainClient } from "#lib/kernel/chain-client/read-payment.ts";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import { type ChainConfig, config } from "#lib/platform/config/config.ts";
import { GENESIS_HASH } from "#lib/protocol/solana.ts";

let client: ChainClient | undefined;
let proved: Promise<void> | undefined;

/** Undefined without a node. @throws CHAIN_UNREACHABLE, CHAIN_IS_ANOTHER */
export async function configuredChain(): Promise<
  { terms: ChainConfig; node: ChainClient } | undefined
> {
  const { chain: terms } = config();
  if (terms === undefined) return undefined;
  client ??= createChainClient({ url: terms.rpcUrl.reveal() });
  const node = client;
  proved ??= proveNetwork(node, terms).catch((error: unknown) => {
    proved = undefined;
    throw error;
  });
  await proved;
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
