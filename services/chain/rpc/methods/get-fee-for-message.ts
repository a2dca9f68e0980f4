import { getCompiledTransactionMessageDecoder } from "@solana/kit";
import { z } from "zod";
import { computeFee } from "#services/chain/history/transaction-meta.ts";
import { context, method, slotFor, withContext } from "#services/chain/rpc/method.ts";
import { invalidParam } from "#services/chain/rpc/rpc-failure.ts";

const decoder = getCompiledTransactionMessageDecoder();

export const getFeeForMessage = method(
  z.tuple([z.string(), context.optional()]),
  (node, text, config) => {
    const slot = slotFor(node, config);
    const message = decode(text);
    const isKnown = "lifetimeToken" in message && node.ledger.isValid(message.lifetimeToken, slot);
    return withContext(slot, isKnown ? Number(computeFee(message)) : null);
  },
);

function decode(text: string) {
  try {
    const message = decoder.decode(Buffer.from(text, "base64"));
    if (message.version !== 1) return message;
  } catch {
    // An unreadable message is refused below, with unsupported versions.
  }
  throw invalidParam("failed to deserialize a message");
}
