/** Parameters that the partner endpoints share. */
import "server-only";
import { z } from "zod";
import { spreadsheetParameter } from "#lib/platform/downloads/spreadsheet.ts";
import { GRANULARITIES } from "#lib/protocol/partner/enumerations.ts";
import { PRODUCTS } from "#lib/protocol/partner/partner-levels.ts";
import { isTimeZone } from "./calendar.ts";

const instant = z.iso.datetime({ offset: true, error: "must be an ISO 8601 date and time" });

/** An instant, or the beginning of a day in `tz`. */
const edge = z.union([instant, z.iso.date()], {
  error: "must be a date (2026-01-31) or an ISO 8601 date and time",
});

const wholeNumber = z
  .string()
  .regex(/^\d{1,15}$/, "must be a whole number")
  .transform(Number);

/** Values of an answer select the same snapshot again. */
export const snapshotParameters = {
  as_of: instant.transform((text) => Date.parse(text)).optional(),
  /** A row of the ledger: rows after it do not count. */
  as_of_seq: wholeNumber.optional(),
};

export const rangeParameters = {
  /** Inclusive. */
  from: edge.optional(),
  /** Exclusive; without it up to `as_of`. */
  to: edge.optional(),
  /** IANA name of the time zone in which days begin. */
  tz: z
    .string()
    .refine(isTimeZone, "must be an IANA time zone such as Europe/Berlin")
    .default("UTC"),
};

export function limitParameter(usual: number) {
  return wholeNumber
    .refine((limit) => limit >= 1 && limit <= 1_000, "must be 1 to 1000")
    .default(usual);
}

export const cursorParameter = z
  .string()
  .regex(/^[\w.:-]{1,120}$/, "must be the next of the page before")
  .optional();

export const referralParameter = z.string().max(64).optional();
export const productParameter = z.enum(PRODUCTS).optional();
export const granularityParameter = z.enum(GRANULARITIES).optional();
/** Of every list that is a file as well. */
export const formatParameters = {
  format: z.enum(["json", "csv"]).default("json"),
  spreadsheet: spreadsheetParameter,
};
