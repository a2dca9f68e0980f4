/** A node's answer for a transaction that failed before it landed. */

import { base58 } from "@scure/base";
import type { Refused } from "#services/chain/ledger/block-runner.ts";
import type { TransactionError } from "#services/chain/vm/transaction-error.ts";
import type { Execution } from "#services/chain/vm/vm.ts";
import { PREFLIGHT_FAILURE, RpcFailure, SIGNATURE_VERIFICATION_FAILURE } from "./rpc-failure.ts";

export function preflightFailure(refused: Refused): RpcFailure {
  const { error } = refused;
  if (error === "SignatureFailure") {
    const message = "Transaction signature verification failure";
    return new RpcFailure(SIGNATURE_VERIFICATION_FAILURE, message);
  }
  return new RpcFailure(
    PREFLIGHT_FAILURE,
    `Transaction simulation failed: ${sentenceOf(error)}`,
    executionAnswer(refused),
  );
}

/** The `result.value` of a simulation. */
export function executionAnswer({
  error,
  execution,
}: {
  error: TransactionError | null;
  execution: Execution | null;
}) {
  const returned = execution?.returnData;
  return {
    accounts: null,
    err: error,
    innerInstructions: null,
    logs: execution?.logs ?? [],
    returnData: returned
      ? {
          programId: base58.encode(returned.program),
          data: [Buffer.from(returned.data).toString("base64"), "base64"],
        }
      : null,
    unitsConsumed: Number(execution?.units ?? 0n),
  };
}

const SENTENCES: Partial<Record<string, string>> = {
  BlockhashNotFound: "Blockhash not found",
  AlreadyProcessed: "This transaction has already been processed",
  AccountNotFound: "Attempt to debit an account but found no record of a prior credit.",
  InsufficientFundsForFee: "Insufficient funds for fee",
  ProgramAccountNotFound: "Attempt to load a program that does not exist",
  AccountLoadedTwice: "Account loaded twice",
  InvalidAccountForFee: "This account may not be used to pay transaction fees",
};

function sentenceOf(error: TransactionError): string {
  if (typeof error === "string") return SENTENCES[error] ?? error;
  const [index, cause] = Array.isArray(error["InstructionError"]) ? error["InstructionError"] : [];
  if (index === undefined) return Object.keys(error)[0] ?? "";
  return `Error processing Instruction ${index}: ${causeOf(cause)}`;
}

function causeOf(cause: unknown): string {
  if (typeof cause !== "object" || cause === null || !("Custom" in cause))
    return spaced(String(cause));
  return `custom program error: 0x${Number(cause.Custom).toString(16)}`;
}

/** `InvalidAccountData` in a node's text form: invalid account data. */
function spaced(variant: string): string {
  return variant.replace(/(?<!^)([A-Z])/g, " $1").toLowerCase();
}
