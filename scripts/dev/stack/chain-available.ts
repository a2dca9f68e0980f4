/** Whether a simulated chain can run on this machine. */
import type { Say } from "#scripts/dev/say.ts";

/** LiteSVM has no build for every platform. Says what a stack without a chain lacks. */
export async function canRunChain(
  say: Say,
  load: () => Promise<unknown> = () => import("litesvm"),
): Promise<boolean> {
  try {
    await load();
    return true;
  } catch {
    say(
      `no chain: LiteSVM has no build for ${process.platform}-${process.arch}. Not available: deposits and withdrawals on a ` +
        "chain, payments to partners, swaps. SOLANA_RPC_URL connects a network",
    );
    return false;
  }
}
