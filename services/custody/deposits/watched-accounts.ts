/** The accounts with deposit addresses that custody watches: each that was shown, in a file that is only appended to. */
import { z } from "zod";
import { LineJournal } from "#lib/kernel/line-journal.ts";

const line = z.strictObject({
  /** Unix milliseconds. */
  at: z.number().int(),
  account: z.string(),
});

export class WatchedAccounts {
  readonly #lines: LineJournal<z.output<typeof line>>;
  readonly #kept = new Set<string>();

  /** @throws Error that names a damaged line */
  constructor(path: string) {
    const lines = { schema: line, kind: "an account whose deposit address is watched" };
    this.#lines = new LineJournal(path, lines, ({ account }) => this.#kept.add(account));
  }

  /** In the order in which they were added. */
  all(): Iterable<string> {
    return this.#kept;
  }

  /** When it returns, the account is on the disk. */
  add(account: string, at: number): void {
    if (!this.#kept.has(account)) this.#lines.append({ at, account });
  }

  close(): void {
    this.#lines.close();
  }
}
