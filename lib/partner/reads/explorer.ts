/** The block explorer's address of a payment. */

/** `sandboxUrl`: of the simulated chain, if any. */
export function explorerUrl(
  { network, signature }: { network: string; signature: string },
  sandboxUrl: string | undefined,
): string | null {
  if (network === "simulated")
    return sandboxUrl === undefined ? null : `${sandboxUrl}/solana/tx/${signature}`;
  const cluster = network === "mainnet-beta" ? "" : `?cluster=${network}`;
  return `https://explorer.solana.com/tx/${signature}${cluster}`;
}
