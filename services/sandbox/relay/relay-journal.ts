/**
 * What the relay has begun and ended, in one file that is only ever appended to. A payment leaves after its line is on the disk, so
 * that a relay that starts again knows every transaction that may have landed.
 */
import { z } from "zod";
import { LineJournal } from "#lib/kernel/line-journal.ts";

const KINDS = ["payment", "refund"] as const;
export type RelayKind = (typeof KINDS)[number];

const shared = {
  /** Signature of the deposit. */
  deposit: z.string(),
  kind: z.enum(KINDS),
  signature: z.string(),
  /** Base units. */
  units: z.string().regex(/^[1-9]\d*$/),
};
const attempt = z.strictObject({
  type: z.literal("attempt"),
  ...shared,
  mint: z.string(),
  /** Unix milliseconds. */
  at: z.number().int(),
  /** The signed bytes in base64. */
  transaction: z.string(),
  /** After this height of its chain the transaction cannot land. */
  last_valid_block_height: z.number().int().min(0),
});
/** The chain shows this transaction as final. */
const end = z.strictObject({ type: z.literal("end"), ...shared });
const line = z.discriminatedUnion("type", [attempt, end]);

export type RelayAttempt = Omit<z.output<typeof attempt>, "type">;
export type RelayEnd = Omit<z.output<typeof end>, "type">;
type Line = z.output<typeof line>;

export class RelayJournal {
  readonly #lines: LineJournal<Line>;
  readonly #attempts = new Map<string, RelayAttempt[]>();
  readonly #ends = new Map<string, RelayEnd>();

  /** @throws Error that names the damaged line */
  constructor(path: string) {
    this.#lines = new LineJournal<Line>(path, { schema: line, kind: "a payment" }, (one) =>
      this.#keep(one),
    );
  }

  attempts(deposit: string): readonly RelayAttempt[] {
    return this.#attempts.get(deposit) ?? [];
  }

  end(deposit: string): RelayEnd | undefined {
    return this.#ends.get(deposit);
  }

  /** Base units of a token in payments whose end is not known: they may still leave. */
  inFlight(mint: string): bigint {
    let sum = 0n;
    for (const [deposit, attempts] of this.#attempts) {
      const last = attempts.at(-1);
      if (last?.kind !== "payment" || last.mint !== mint || this.#ends.has(deposit)) continue;
      sum += BigInt(last.units);
    }
    return sum;
  }

  /** On the disk when it returns. */
  begin(attempted: RelayAttempt): void {
    this.#lines.append({ type: "attempt", ...attempted });
  }

  /** On the disk when it returns. */
  finish(ended: RelayEnd): void {
    this.#lines.append({ type: "end", ...ended });
  }

  close(): void {
    this.#lines.close();
  }

  #keep({ type, ...fields }: Line): void {
    if (type === "end") {
      this.#ends.set(fields.deposit, fields);
      return;
    }
    const attempted = fields as RelayAttempt;
    const known = this.#attempts.get(attempted.deposit);
    if (known === undefined) this.#attempts.set(attempted.deposit, [attempted]);
    else known.push(attempted);
  }
}
