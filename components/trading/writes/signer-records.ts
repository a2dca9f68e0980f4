/** Keys that may sign for an account, as returned by `GET /api/venue/signers`. */

/** Times are Unix milliseconds. */
export type SignerRecord = { signer: string; label: string; scopes: number; expires_at: number };

/** Leaves out records of an unexpected shape. */
export function signersOf(body: unknown): SignerRecord[] {
  const results = (body as { results?: unknown } | undefined)?.results;
  return Array.isArray(results) ? results.filter(isSigner) : [];
}

function isSigner(record: unknown): record is SignerRecord {
  const { signer, label, scopes, expires_at } = (record ?? {}) as Partial<SignerRecord>;
  return (
    typeof signer === "string" &&
    typeof label === "string" &&
    typeof scopes === "number" &&
    typeof expires_at === "number"
  );
}
