import { z } from "zod";
import { encodeStatus } from "#services/chain/rpc/encode-transaction.ts";
import {
  findCommitment,
  method,
  type RpcNode,
  signature,
  withContext,
} from "#services/chain/rpc/method.ts";

const MOST = 256;
const MAX_CONFIRMATIONS = 31;

export const getSignatureStatuses = method(
  z.tuple([
    z.array(signature).max(MOST, `Too many inputs provided; max ${MOST}`),
    z.object({ searchTransactionHistory: z.boolean().optional() }).optional(),
  ]),
  (node, signatures, config) =>
    withContext(
      node.faults.seen(node.ledger.slot("processed")),
      signatures.map((one) => statusFor(node, one, config?.searchTransactionHistory ?? false)),
    ),
);

function statusFor(node: RpcNode, one: string, searchHistory: boolean) {
  const { ledger, history, faults } = node;
  const found = ledger.recent(one) ?? (searchHistory ? history.status(one) : undefined);
  const confirmationStatus = found && findCommitment(node, found.slot);
  if (found === undefined || confirmationStatus === undefined) return null;
  const { slot, error } = found;
  const behind = Math.min(faults.seen(ledger.slot("processed")) - slot, MAX_CONFIRMATIONS);
  const confirmations = confirmationStatus === "finalized" ? null : behind;
  return { confirmationStatus, confirmations, err: error, slot, status: encodeStatus(error) };
}
