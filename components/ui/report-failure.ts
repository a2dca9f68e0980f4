/** Failures of parts of the page. */

/** So many characters of an error id: few enough to read out on the phone. */
const ID_LENGTH = 8;

/** Names a failure, so that a person can quote it and it can be found in the browser's error reporting. */
export function failureId(): string {
  return crypto.randomUUID().slice(0, ID_LENGTH);
}

/** Surfaces in the browser's error reporting, with the part of the page that failed. Answers the id. */
export function reportFailure(part: string, error: unknown, id: string = failureId()): string {
  const message = error instanceof Error ? error.message : String(error);
  reportError(new Error(`${part} [${id}]: ${message}`, { cause: error }));
  return id;
}
