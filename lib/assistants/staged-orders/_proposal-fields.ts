/** Arguments that every proposal takes. */
import { z } from "zod";
import { isDecimal } from "#lib/protocol/decimal.ts";
import { isReadable, normalisedReason } from "./_reason.ts";

export const decimalField = z
  .string()
  .refine(isDecimal, 'must be a decimal string such as "0.015"')
  .describe('A decimal string such as "0.015"');

export const marketField = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-Z0-9]{1,32}$/, "must be a market symbol such as BTCUSDC")
  .describe("Market symbol, such as BTCUSDC");

export const reasonField = z
  .string()
  .overwrite(normalisedReason)
  .trim()
  .max(500, "must be 500 characters at most")
  .refine(isReadable, "has characters that do not show, or marks piled up")
  .optional()
  .describe("Your reason in a sentence or two; the user reads it as a quotation");

export const referenceField = z
  .string()
  .regex(/^[\w.:-]{1,64}$/, "must be 1 to 64 letters, digits, dots, colons, dashes, underscores")
  .optional()
  .describe("Idempotency key: the same one again returns the same proposal");
