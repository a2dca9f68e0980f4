/** Why a signer does not sign. */

export const SIGNER_REFUSALS = [
  "NOT_A_PAYMENT",
  "NOT_A_SIGNER",
  "NOT_SIGNED_BY_OWNER",
  "ANOTHER_PAYMENT",
  "NOT_REPORTED",
  "ALREADY_PAID",
  "ANOTHER_IS_LIVE",
  "BLOCKHASH_UNKNOWN",
  "DAILY_CAP",
  "BOOKS_DIFFER",
  "NOT_A_SWEEP",
  "BELOW_MINIMUM",
  "ANOTHER_SWEEP",
  "NOT_COMMITTED",
] as const;

type SignerRefusal = (typeof SIGNER_REFUSALS)[number];

/** @see SignerRefusal */
export class SigningRefused extends Error {
  readonly code: SignerRefusal;

  constructor(code: SignerRefusal, message: string) {
    super(message);
    this.name = "SigningRefused";
    this.code = code;
  }
}
