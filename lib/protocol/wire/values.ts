/** Values that bodies and answers are made of. */
import { z } from "zod";
import type { Decimal } from "#lib/protocol/decimal.ts";

/** No sign, exponent or leading zeros; at most 32 characters. */
export const decimal = checked(
  z
    .string()
    .max(32)
    .regex(/^(?:0|[1-9][0-9]*)(?:\.[0-9]+)?$/)
    .meta({ id: "Decimal", description: "Decimal string" }),
);
export const signedDecimal = checked(
  z
    .string()
    .regex(/^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?$/)
    .meta({ id: "SignedDecimal", description: "Decimal string that may be negative" }),
);
export const time = z.int().min(0).meta({ id: "Time", description: "Unix milliseconds" });
/** ISO 8601 of a query: years that databases of all kinds take. */
export const instant = z.iso
  .datetime({ offset: true })
  .refine(isOfOurTime, "it is not of the years 1970 to 2999");
export const pubkey = z
  .string()
  .regex(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/)
  .meta({ id: "PublicKey", description: "Base58 of 32 bytes" });
export const orderId = z
  .string()
  .regex(/^(?:0|[1-9]\d{0,19})$/)
  .meta({ id: "OrderId" });
export const count = z.int().min(0);
export const nextPage = z.string().nullable().describe("Give it as `cursor` for the next page");
/** Of reads; the insurance fund has no key. */
export const account = z.union([pubkey, z.literal("insurance")]);

function isOfOurTime(text: string): boolean {
  const time = Date.parse(text);
  return time >= 0 && time < Date.UTC(3000);
}

/** Text that was checked to be a decimal has the decimals' type. */
function checked(schema: z.ZodType<string>): z.ZodType<Decimal> {
  return schema as z.ZodType<Decimal>;
}
