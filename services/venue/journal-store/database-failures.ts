/** Failures of the journal's database: what the log says of them, and whether another attempt can help. */

/** Called once for each cause. Neither text contains the address with its password. */
export type OnWarning = (code: string, message: string) => void;

/** A server on which the journal cannot be kept. */
export class UnfitServerError extends Error {
  constructor(version: string) {
    super(`the journal needs Postgres 14 or later, and this server has version ${version}`);
    this.name = "UnfitServerError";
  }
}

/** `SQLSTATE` classes of a statement, a table or a right that is missing, and of a login that is refused. */
const REFUSALS = /^(?:42|28)...$/;

/** Another attempt does not help: a person has to change something. */
export function isRefusal(error: unknown): boolean {
  return error instanceof UnfitServerError || REFUSALS.test(codeOf(error) ?? "");
}

/** The `SQLSTATE` of a server's error, or the code of the system's. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && "code" in error ? String(error.code) : undefined;
}

/** Warns of a failure that is followed by another attempt: once, until it has another cause or an attempt succeeds. */
export class FailureReport {
  readonly #purpose: string;
  readonly #onWarning: OnWarning;
  #cause: string | undefined;

  constructor(purpose: string, onWarning: OnWarning) {
    this.#purpose = purpose;
    this.#onWarning = onWarning;
  }

  failed(error: unknown): void {
    const message = error instanceof Error ? error.message : "unknown";
    const code = codeOf(error);
    const cause = code ?? message;
    if (cause === this.#cause) return;
    this.#cause = cause;
    // A host with several addresses fails with a code and no message.
    const text = [this.#purpose, message || cause].join(": ");
    this.#onWarning(code ?? "unknown", text);
  }

  succeeded(): void {
    this.#cause = undefined;
  }
}
