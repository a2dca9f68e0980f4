/** Where people look a payment up. */

/** `sandboxUrl`: of the simulated chain, where there is one. */
export function explorerUrl(
  { network, signature }: { network: string; signature: string },
  sandboxUrl: string | undefined,
): string | null {
  if (network === "simulated")
    return sandboxUrl === undefined ? null : `${sandboxUrl}/solana/tx/${signature}`;
  const cluster = network === "mainnet-beta" ? "" : `?cluster=${network}`;
  return `https://explorer.solana.com/tx/${signature}${cluster}`;
}
