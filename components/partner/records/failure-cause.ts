/**
 * The cause by the form of the text: errors of the chain (Solana, `TransactionError`) or an operator's sentence. `funds`:
 * the paying wallet had too little. `refused`: another error of the chain. `operator`: an operator's text.
 */
export type FailureCause = "funds" | "refused" | "operator";

/** Error 1 of the token program and of the system program, or an error with this name. */
const TOO_LITTLE = /^(?:\{"InstructionError":\[\d+,\{"Custom":1\}\]\}|InsufficientFunds[A-Za-z]*)$/;
/** An error with details, or only a name such as `BlockhashNotFound`. */
const OF_CHAIN = /^(?:\{.*|[A-Z][a-z]+(?:[A-Z][a-z]+)+)$/;

export function failureCause(failure: string): FailureCause {
  if (TOO_LITTLE.test(failure)) return "funds";
  return OF_CHAIN.test(failure) ? "refused" : "operator";
}
