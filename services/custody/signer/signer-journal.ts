/** What this signer has signed, in one file that is only ever appended to. A signature leaves after its line is on the disk. */
import {
  closeSync,
  fsyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  writeSync,
} from "node:fs";
import { dirname } from "node:path";
import { z } from "zod";

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
  readonly #file: number;
  readonly #byDigest = new Map<string, SignedPayment[]>();

  /** @throws Error that names the damaged line. A last line that a kill cut off is removed: its signature never left */
  constructor(path: string) {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    this.#file = openSync(path, "a+", 0o600);
    const text = readFileSync(path, "utf8");
    const whole = text.slice(0, text.lastIndexOf("\n") + 1);
    if (whole.length < text.length) ftruncateSync(this.#file, Buffer.byteLength(whole));
    for (const [index, row] of whole.split("\n").slice(0, -1).entries()) {
      this.#keep(readLine(row, `${path}:${index + 1}`));
    }
    // The name of a new file is durable only once its folder is synced.
    const folder = openSync(dirname(path), "r");
    fsyncSync(folder);
    closeSync(folder);
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
    writeSync(this.#file, `${JSON.stringify(signed)}\n`);
    fsyncSync(this.#file);
    this.#keep(signed);
  }

  close(): void {
    closeSync(this.#file);
  }

  #keep(signed: SignedPayment): void {
    const known = this.#byDigest.get(signed.digest);
    if (known === undefined) this.#byDigest.set(signed.digest, [signed]);
    else known.push(signed);
  }
}

function readLine(row: string, place: string): SignedPayment {
  try {
    return line.parse(JSON.parse(row));
  } catch (error) {
    throw new Error(`${place}: not a signed payment. Restore the file from a copy.`, {
      cause: error,
    });
  }
}
