/** What this signer has signed, in one file that is only ever appended to. A signature leaves after its line is on the disk. */
import { z } from "zod";
import { LineJournal } from "#lib/platform/line-journal.ts";

const line = z.strictObject({
  /** Unix milliseconds. */
  at: z.number().int(),
  /** Of the withdrawal. */
  digest: z.string(),
  /** Base units. */
  amount: z.string().regex(/^[1-9]\d*$/),
  /** SHA-256 of the message that was signed. */
  message: z.string(),
  /** The transaction, which its fee payer's signature identifies. */
  signature: z.string(),
  /** After this height the transaction cannot land. */
  last_valid_block_height: z.number().int().min(0),
});

export type SignedPayment = z.output<typeof line>;

export class SignerJournal {
  readonly #lines: LineJournal<SignedPayment>;
  readonly #byDigest = new Map<string, SignedPayment[]>();

  /** @throws Error that names the damaged line. A last line that a kill cut off is removed: its signature never left */
  constructor(path: string) {
    const lines = { schema: line, kind: "a signed payment" };
    this.#lines = new LineJournal(path, lines, (signed) => this.#keep(signed));
  }

  of(digest: string): readonly SignedPayment[] {
    return this.#byDigest.get(digest) ?? [];
  }

  /** Base units of the withdrawals that were signed for since a time, each once. @param but leaves this one out */
  signedSince(time: number, but: string): bigint {
    let sum = 0n;
    for (const [digest, signed] of this.#byDigest) {
      if (digest === but) continue;
      const last = signed.at(-1);
      if (last !== undefined && last.at >= time) sum += BigInt(last.amount);
    }
    return sum;
  }

  /** On the disk when it returns. */
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
