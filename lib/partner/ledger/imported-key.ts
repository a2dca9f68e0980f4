/** Keys of fees that the operator books: the operator's reference, in a namespace of each partner. */
import { z } from "zod";

export const Reference = z
  .string()
  .regex(/^[\w.:-]{1,100}$/, "must be 1 to 100 of A to Z, a to z, 0 to 9 and _ . : -");

export function importedKey(partnerId: string, reference: string): string {
  return `operator:${partnerId}:${reference}`;
}
