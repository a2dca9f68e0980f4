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
/**
 * A time of a query in ISO 8601, of years that databases of all kinds take. A day alone is its beginning in UTC; seconds and the
 * offset may be missing, and the plus of an offset may have become a space, as it does in an address. Unix seconds and milliseconds are taken too.
 */
export const instant = z
  .string()
  .trim()
  .max(40)
  .meta({ format: "date-time" })
  .transform(isoOf)
  .refine(
    isOfOurTime,
    "it is no time such as 2026-05-01T12:00:00Z, or not of the years 1970 to 2999",
  );
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

const INSTANT =
  /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(:\d\d(?:\.\d{1,9})?)?(?: ?(Z|UTC|GMT)|([+ -])(\d\d):?(\d\d))?)?$/i;

/** Unix seconds, or milliseconds, of a time after 2001. */
const UNIX = /^(?:\d{10}|\d{13})$/;

/** With seconds and an offset; empty when it is no time. */
function isoOf(text: string): string {
  if (UNIX.test(text)) return new Date(Number(text.padEnd(13, "0"))).toISOString();
  const [, day, clock = "00:00", seconds = ":00", , sign, hours, minutes] =
    INSTANT.exec(text) ?? [];
  if (day === undefined || !isDay(day)) return "";
  const offset = sign === undefined ? "Z" : `${sign === " " ? "+" : sign}${hours}:${minutes}`;
  return `${day}T${clock}${seconds}${offset}`;
}

/** Not the 31st of February, which JavaScript takes for the 3rd of March. */
function isDay(day: string): boolean {
  const time = Date.parse(`${day}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day);
}

function isOfOurTime(text: string): boolean {
  const time = Date.parse(text);
  return time >= 0 && time < Date.UTC(3000);
}

/** Text that was checked to be a decimal has the decimals' type. */
function checked(schema: z.ZodType<string>): z.ZodType<Decimal> {
  return schema as z.ZodType<Decimal>;
}
