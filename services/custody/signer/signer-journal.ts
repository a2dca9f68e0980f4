/**
 * The payments that this signer has signed, in an append-only file. A signature is returned only
 * when its line is on the disk.
 */
import { z } from "zod";
import { LineJournal } from "#lib/kernel/line-journal.ts";

const line = z.strictObject({
  /** Unix milliseconds. */
  at: z.number().int(),
  /** The withdrawal's digest. */
  digest: z.string(),
  /** Base units. */
  amount: z.string().regex(/^[1-9]\d*$/),
  /** SHA-256 of the signed message. */
  message: z.string(),
  /** The transaction's id, which is its fee payer's signature. */
  signature: z.string(),
  /** The transaction cannot land after this height. */
  last_valid_block_height: z.number().int().min(0),
});

export type SignedPayment = z.output<typeof line>;

export class SignerJournal {
  readonly #lines: LineJournal<SignedPayment>;
  readonly #byDigest = new Map<string, SignedPayment[]>();

  /**
   * A last line that a kill cut off is removed, because its signature was never returned. @throws
   * Error that names a damaged line
   */
  constructor(path: string) {
    const lines = { schema: line, kind: "a signed payment" };
    this.#lines = new LineJournal(path, lines, (signed) => this.#keep(signed));
  }

  of(digest: string): readonly SignedPayment[] {
    return this.#byDigest.get(digest) ?? [];
  }

  /**
   * Base units of the withdrawals signed since a time. Each counts once. @param but a withdrawal
   * that is left out
   */
  signedSince(time: number, but: string): bigint {
    let sum = 0n;
    for (const [digest, signed] of this.#byDigest) {
      if (digest === but) continue;
      const last = signed.at(-1);
      if (last !== undefined && last.at >= time) sum += BigInt(last.amount);
    }
    return sum;
  }

  /** When it returns, the line is on the disk. */
  append(signed: SignedPayment): void {
    this.#lines.append(signed);
  }

  close(): void {
    this.#lines.close();
  }

  #keep(signed: SignedPayment): void {
    const known = this.#byDigest.get(signed.digest);
    if (known === undefined) this.#byDigest.set(signed.digest, [signed]);
    else known.push(signed);
  }
}
