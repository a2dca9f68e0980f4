/** The archived payments of the simulated chain in one file: a line each, only ever appended to. */
import {
  appendFileSync,
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  truncateSync,
} from "node:fs";
import { dirname } from "node:path";
import { z } from "zod";
import { isSignature } from "#lib/protocol/solana.ts";

const schema = z.strictObject({
  signature: z.string().refine(isSignature),
  slot: z.number().int().min(0),
  /** When it came into a block; Unix milliseconds. */
  at: z.number().int(),
  /** When a chain before this one finalized it; an archived payment is final. */
  finalAt: z.number().int(),
  recipient: z.string(),
  mint: z.string(),
  /** Base units, 1e-6 USDC. */
  amount: z.string().regex(/^[1-9]\d*$/),
  /** It is in its block, and moved nothing. */
  fails: z.boolean(),
});

export type RecordedPayment = z.output<typeof schema>;

export class ArchiveFile {
  readonly #path: string;
  #bytes = 0;

  constructor(path: string) {
    this.#path = path;
  }

  /**
   * All payments in their order; makes the file when there is none. A last line that a kill cut off is removed, as it was
   * never acknowledged. Damage anywhere else is an error that names the line.
   */
  load(): RecordedPayment[] {
    makeFile(this.#path);
    const text = readFileSync(this.#path, "utf8");
    const whole = text.slice(0, text.lastIndexOf("\n") + 1);
    this.#bytes = Buffer.byteLength(whole);
    if (whole.length < text.length) truncateSync(this.#path, this.#bytes);
    return whole
      .split("\n")
      .slice(0, -1)
      .map((line, index) => this.#read(line, index + 1));
  }

  /** The payment is on the disk when this returns. @throws Error of the file system, and then nothing of it is kept */
  append(payment: RecordedPayment): void {
    const line = `${JSON.stringify(payment)}\n`;
    try {
      appendFileSync(this.#path, line, { flush: true });
    } catch (error) {
      // A part that reached the disk would spoil the next line.
      truncateSync(this.#path, this.#bytes);
      throw error;
    }
    this.#bytes += Buffer.byteLength(line);
  }

  #read(line: string, number: number): RecordedPayment {
    try {
      return schema.parse(JSON.parse(line));
    } catch (cause) {
      throw new Error(
        `${this.#path}:${number}: not a payment. Mend the line, or wipe the data with \`npm run reset\`.`,
        { cause },
      );
    }
  }
}

/** Syncs the folder as well: a power cut could remove a new file, and its payments with it. */
function makeFile(path: string): void {
  const folder = dirname(path);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  closeSync(openSync(path, "a", 0o600));
  const directory = openSync(folder, "r");
  fsyncSync(directory);
  closeSync(directory);
}
