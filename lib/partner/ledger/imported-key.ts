/** Fees that the operator books are named by the operator, in a space of each partner's own. */
import { z } from "zod";

export const Reference = z
  .string()
  .regex(/^[\w.:-]{1,100}$/, "must be 1 to 100 of A to Z, a to z, 0 to 9 and _ . : -");

export function importedKey(partnerId: string, reference: string): string {
  return `operator:${partnerId}:${reference}`;
}
