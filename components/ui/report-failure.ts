/** Error ids and reports for parts of the page that failed. */

/** Characters of an error id: few enough to read out on the phone. */
const ID_LENGTH = 8;

/** An id that a person can quote, and that is found in the browser's error reports. */
export function failureId(): string {
  return crypto.randomUUID().slice(0, ID_LENGTH);
}

/** Reports an error with the part of the page that failed. Returns the id. */
export function reportFailure(part: string, error: unknown, id: string = failureId()): string {
  const message = error instanceof Error ? error.message : String(error);
  reportError(new Error(`${part} [${id}]: ${message}`, { cause: error }));
  return id;
}
