/** How often a mail is tried that is of use for minutes only, and must not arrive twice. */

/** After the first failure, the second and the third; then it is given up. */
const PAUSES_MS = [5_000, 20_000, 60_000];
/** Failures are forgotten after this time. */
const KEPT_MS = 600_000;

type Failed = { tries: number; next: number };

export class MailRetries {
  readonly #failed = new Map<string, Failed>();

  /** `now` in Unix milliseconds. */
  mayTry(id: string, now: number): boolean {
    return now >= (this.#failed.get(id)?.next ?? 0);
  }

  /** @param thrown what `sendMail` throws. @returns whether the mail may be tried again */
  note(id: string, thrown: unknown, now: number): boolean {
    for (const [old, { next }] of this.#failed) if (next < now - KEPT_MS) this.#failed.delete(old);
    const tries = this.#failed.get(id)?.tries ?? 0;
    const pause = PAUSES_MS[tries];
    if (pause === undefined || !isSurelyUnsent(thrown)) return false;
    this.#failed.set(id, { tries: tries + 1, next: now + pause });
    return true;
  }
}

/**
 * True when no server has the mail: there was no connection, or the server refused it for now. After a timeout or a broken connection it
 * may have arrived.
 */
function isSurelyUnsent(thrown: unknown): boolean {
  const cause: unknown = thrown instanceof Error ? thrown.cause : undefined;
  if (!(cause instanceof Error)) return false;
  const { code, syscall, responseCode }: Failure = cause;
  const isRefusedForNow = responseCode !== undefined && responseCode >= 400 && responseCode < 500;
  return isRefusedForNow || syscall === "connect" || code === "EDNS";
}

/** Of nodemailer and of Node. */
type Failure = Error & { code?: string; syscall?: string; responseCode?: number };
