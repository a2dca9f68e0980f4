/** The chain of payments to partners. */
import "server-only";
import type { Payment, PaymentQuestion } from "#lib/kernel/chain-client/read-payment.ts";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import { askingChain, configuredChain } from "#lib/platform/outbound/configured-chain.ts";
import type { SolanaNetwork } from "#lib/protocol/solana.ts";

export type PaymentChain = {
  network: SolanaNetwork;
  /** Mint of the payout token, base58. */
  mint: string;
  /** @throws CHAIN_UNREACHABLE: then nothing is known */
  readPayment(question: PaymentQuestion): Promise<Payment>;
};

/** @throws PAYOUTS_NOT_CONFIGURED, CHAIN_UNREACHABLE, CHAIN_IS_ANOTHER */
export async function paymentChain(): Promise<PaymentChain> {
  const chain = await configuredChain();
  if (chain === undefined) throw new ServiceError("PAYOUTS_NOT_CONFIGURED");
  const { node, terms } = chain;
  const { network, mint } = terms;
  return {
    network,
    mint,
    readPayment: (question) => askingChain(() => node.readPayment(question)),
  };
}
