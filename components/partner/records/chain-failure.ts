/** Why a payment failed, told apart by the error with which the chain refused it (Solana, `TransactionError`); operators write sentences. */

/** `funds`: who paid had too little. `refused`: the chain had another reason. `told`: an operator's own words. */
export type ChainFailure = "funds" | "refused" | "told";

/** Error 1 of the token program and of the system program alike, or an error that says so by its name. */
const TOO_LITTLE = /^(?:\{"InstructionError":\[\d+,\{"Custom":1\}\]\}|InsufficientFunds[A-Za-z]*)$/;
/** An error with details, or one that is a name alone, such as `BlockhashNotFound`. */
const OF_CHAIN = /^(?:\{.*|[A-Z][a-z]+(?:[A-Z][a-z]+)+)$/;

export function chainFailureOf(failure: string): ChainFailure {
  if (TOO_LITTLE.test(failure)) return "funds";
  return OF_CHAIN.test(failure) ? "refused" : "told";
}
