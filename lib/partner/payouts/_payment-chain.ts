/** The chain of payments: the configured one, after checking its network. */
import "server-only";
import { ChainUnreachable } from "#lib/platform/chain-client/chain-unreachable.ts";
import {
  type ChainClient,
  createChainClient,
  type Payment,
  type PaymentQuestion,
} from "#lib/platform/chain-client/read-payment.ts";
import { type ChainConfig, config } from "#lib/platform/config.ts";
import { ServiceError } from "#lib/platform/errors.ts";
import { GENESIS_HASH, type SolanaNetwork } from "#lib/protocol/solana/networks.ts";

export type PaymentChain = {
  network: SolanaNetwork;
  /** Mint of the payout token, base58. */
  mint: string;
  /** @throws CHAIN_UNREACHABLE: then nothing is known */
  readPayment(question: PaymentQuestion): Promise<Payment>;
};

let client: ChainClient | undefined;
let proved: Promise<void> | undefined;

/** @throws PAYOUTS_NOT_CONFIGURED, CHAIN_UNREACHABLE, CHAIN_IS_ANOTHER */
export async function paymentChain(): Promise<PaymentChain> {
  const { chain } = config();
  if (chain === undefined) throw new ServiceError("PAYOUTS_NOT_CONFIGURED");
  const { rpcUrl, network, mint } = chain;
  client ??= createChainClient({ url: rpcUrl.reveal() });
  const node = client;
  proved ??= proveNetwork(node, chain).catch((error: unknown) => {
    proved = undefined;
    throw error;
  });
  await proved;
  return { network, mint, readPayment: (question) => reading(() => node.readPayment(question)) };
}

/** A configured address may belong to another network by mistake; the genesis hash proves the network. */
async function proveNetwork(node: ChainClient, { network }: ChainConfig): Promise<void> {
  const hash = await reading(() => node.readGenesisHash());
  if (hash !== GENESIS_HASH[network]) throw new ServiceError("CHAIN_IS_ANOTHER", { network });
}

async function reading<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask();
  } catch (thrown) {
    if (!(thrown instanceof ChainUnreachable)) throw thrown;
    const error = new ServiceError("CHAIN_UNREACHABLE");
    error.cause = thrown;
    throw error;
  }
}
