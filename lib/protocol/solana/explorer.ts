/** Addresses of pages that show a transaction or an account of the chain. */

import { DESTINATION_NETWORKS } from "#lib/protocol/solana.ts";

/** What is shown: a transaction by its signature, or an account. Base58. */
export type Explored = { network: string } & ({ signature: string } | { address: string });

/** `sandboxUrl`: of the simulated chain, if any. Null where no page shows it. */
export function explorerUrl(of: Explored, sandboxUrl: string | null | undefined): string | null {
  const path = "signature" in of ? `tx/${of.signature}` : `address/${of.address}`;
  if (of.network === "simulated") return sandboxUrl ? `${sandboxUrl}/solana/${path}` : null;
  // The simulated explorer shows one chain.
  if (DESTINATION_NETWORKS.some((network) => network === of.network)) return null;
  const cluster = of.network === "mainnet-beta" ? "" : `?cluster=${of.network}`;
  return `https://explorer.solana.com/${path}${cluster}`;
}
