/** Transactions in the parameters of a call. */
import { base58 } from "@scure/base";
import { z } from "zod";
import {
  MAX_TRANSACTION_BYTES,
  parseTransaction,
  type ReceivedTransaction,
} from "#services/chain/vm/wire-transaction.ts";
import { INVALID_PARAMS, invalidParam, RpcFailure } from "./rpc-failure.ts";

export const wireEncoding = z.enum(["base58", "base64"]);

/** @throws -32602 for bytes that are not a transaction */
export function decodeTransaction(
  text: string,
  encoding: z.output<typeof wireEncoding> = "base58",
): ReceivedTransaction {
  const bytes = bytesOf(text, encoding);
  if (bytes.length > MAX_TRANSACTION_BYTES) {
    throw invalidParam(
      `decoded solana_transaction::versioned::VersionedTransaction too large: ${bytes.length} bytes (max: ${MAX_TRANSACTION_BYTES} bytes)`,
    );
  }
  try {
    return parseTransaction(bytes);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new RpcFailure(INVALID_PARAMS, `failed to deserialize transaction: ${reason}`);
  }
}

function bytesOf(text: string, encoding: "base58" | "base64"): Uint8Array {
  if (encoding === "base64") return Buffer.from(text, "base64");
  try {
    return base58.decode(text);
  } catch {
    throw invalidParam("invalid base58 encoding");
  }
}
