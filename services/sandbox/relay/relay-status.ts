/** What the relay says of a deposit, in the form of LiFi's API. It is the relay's word: both chains are the proof. */
import type { Relay } from "./relay.ts";
import { CHAIN_IDS, TOOL } from "./relay-quote.ts";

type Transaction = { txHash: string; chainId: number | undefined; amount?: string };

export type RelayStatus = {
  tool: string;
  status: "NOT_FOUND" | "PENDING" | "DONE";
  substatus?: string;
  sending: Transaction;
  receiving?: Transaction;
};

/** @param txHash signature of the deposit. @throws ChainUnreachable when the source cannot be asked about an unknown one */
export async function statusOf(relay: Relay, txHash: string): Promise<RelayStatus> {
  const { journal, network, source } = relay.parts;
  const chainId = CHAIN_IDS["simulated"];
  const shared = { tool: TOOL, sending: { txHash, chainId } };
  const ended = journal.end(txHash);
  if (ended !== undefined) {
    const isPaid = ended.kind === "payment";
    const receiving = {
      txHash: ended.signature,
      amount: ended.units,
      chainId: isPaid ? CHAIN_IDS[network] : chainId,
    };
    return { ...shared, status: "DONE", substatus: isPaid ? "COMPLETED" : "REFUNDED", receiving };
  }
  const deposit = relay.openDeposit(txHash);
  if (deposit !== undefined) {
    const isRefund = journal.attempts(txHash).at(-1)?.kind === "refund";
    const substatus = isRefund ? "REFUND_IN_PROGRESS" : "WAIT_DESTINATION_TRANSACTION";
    return { ...shared, status: "PENDING", substatus };
  }
  const outcome = await source.outcome(txHash, Number.MAX_SAFE_INTEGER);
  return outcome === "pending" || outcome === "paid"
    ? { ...shared, status: "PENDING", substatus: "WAIT_SOURCE_CONFIRMATIONS" }
    : { ...shared, status: "NOT_FOUND" };
}
