/** Why a source could not be read, in the form that is stored. */
import { FetchFailure } from "./fetch.ts";
import { ParseError } from "./thread-parser.ts";

/**
 * A code, followed by the status if the source answered with one.
 * @returns undefined for errors that are not the source's fault
 */
export function failureReason(error: unknown): string | undefined {
  if (error instanceof FetchFailure) return error.message;
  return error instanceof ParseError ? error.failure : undefined;
}
