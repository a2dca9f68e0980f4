/** Refills an account that pays the fees of transactions. Lamports of the simulated chain have no value. */
import { address, lamports, type Rpc, type SolanaRpcApi } from "@solana/kit";

/** A transaction with one signature costs 5,000, a new token account 2,039,280. */
const WANTED_LAMPORTS = 10_000_000_000n;
const CALL_TIMEOUT_MS = 5_000;

/** @throws the error of the connection */
export async function keepFees(rpc: Rpc<SolanaRpcApi>, account: string): Promise<void> {
  const key = address(account);
  const inTime = () => ({ abortSignal: AbortSignal.timeout(CALL_TIMEOUT_MS) });
  const { value } = await rpc.getBalance(key, { commitment: "processed" }).send(inTime());
  if (value * 2n > WANTED_LAMPORTS) return;
  await rpc.requestAirdrop(key, lamports(WANTED_LAMPORTS)).send(inTime());
}
