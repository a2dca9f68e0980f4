/** Strict reading of a JSON body: an unknown field is refused, never ignored. */
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import { isDecimal } from "#lib/protocol/decimal.ts";
import { isSignature } from "#lib/protocol/solana.ts";

export type Body = Record<string, unknown>;

/** The field names of a body's published schema. */
export function namesOf(schema: { shape: object }): ReadonlySet<string> {
  return new Set(Object.keys(schema.shape));
}

/** Characters of 64 bytes as base58, at most. */
const LONGEST_TRANSACTION = 88;

const CONTROL_CHARACTER = /\p{Cc}/u;

/** @throws UNKNOWN_FIELD for a field outside `known`. */
export function allowOnly(body: Body, known: ReadonlySet<string>): void {
  for (const field of Object.keys(body)) {
    if (!known.has(field)) throw new ServiceError("UNKNOWN_FIELD", { field: field.slice(0, 64) });
  }
}

export function requiredText(body: Body, field: string, longest: number): string {
  const value = body[field];
  if (value === undefined || value === null) throw new ServiceError("MISSING_FIELD", { field });
  if (typeof value !== "string" || value.length > longest) {
    const reason = `give a string of at most ${longest} characters`;
    throw new ServiceError("INVALID_FIELD", { field, reason });
  }
  // A lone surrogate has no UTF-8 form: the journal would return another text.
  if (!value.isWellFormed() || CONTROL_CHARACTER.test(value)) {
    const reason = "it has control characters, or half of a surrogate pair";
    throw new ServiceError("INVALID_FIELD", { field, reason });
  }
  return value;
}

export function optionalText(body: Body, field: string, longest: number): string | null {
  const value = body[field];
  return value === undefined || value === null ? null : requiredText(body, field, longest);
}

/** The base58 text of a transaction's signature. */
export function requiredTransaction(body: Body, field: string): string {
  const text = requiredText(body, field, LONGEST_TRANSACTION);
  if (isSignature(text)) return text;
  const reason = "give the signature of a transaction, 64 bytes as base58";
  throw new ServiceError("INVALID_FIELD", { field, reason });
}

export function requiredDecimal(body: Body, field: string): string {
  const value = body[field];
  if (value === undefined || value === null) throw new ServiceError("MISSING_FIELD", { field });
  if (typeof value !== "string" || !isDecimal(value)) {
    throw new ServiceError("INVALID_DECIMAL", { field });
  }
  return value;
}

export function optionalDecimal(body: Body, field: string): string | null {
  const value = body[field];
  return value === undefined || value === null ? null : requiredDecimal(body, field);
}

/** One of the names of `codes`. */
export function requiredName<Name extends string>(
  body: Body,
  field: string,
  codes: Record<Name, number>,
): Name {
  const value = body[field];
  if (value === undefined || value === null) throw new ServiceError("MISSING_FIELD", { field });
  if (typeof value !== "string" || !Object.hasOwn(codes, value)) {
    const allowed = Object.keys(codes).join(", ");
    throw new ServiceError("INVALID_ENUM", { field, allowed });
  }
  return value as Name;
}

/** A whole number of milliseconds or a bit field; `fallback` when absent. `because` explains the upper limit. */
export function wholeNumber(
  body: Body,
  field: string,
  range: { most: number; fallback?: number; because?: string },
): number {
  const value = body[field];
  if (value === undefined || value === null) {
    if (range.fallback === undefined) throw new ServiceError("MISSING_FIELD", { field });
    return range.fallback;
  }
  if (
    typeof value !== "number" ||
    !Number.isSafeInteger(value) ||
    value < 0 ||
    value > range.most
  ) {
    const because = range.because === undefined ? "" : `: ${range.because}`;
    const reason = `give a whole number from 0 to ${range.most}${because}`;
    throw new ServiceError("INVALID_FIELD", { field, reason });
  }
  return value;
}

/** 1 to `most` objects. @throws BATCH_SIZE_OUT_OF_RANGE for another number of them. */
export function requiredItems(body: Body, field: string, most: number): Body[] {
  const value = body[field];
  if (value === undefined || value === null) throw new ServiceError("MISSING_FIELD", { field });
  const isList = Array.isArray(value) && value.every(isObject);
  if (!isList) throw new ServiceError("INVALID_FIELD", { field, reason: "give a list of objects" });
  if (value.length < 1 || value.length > most) {
    throw new ServiceError("BATCH_SIZE_OUT_OF_RANGE", { most });
  }
  return value;
}

/** None to `most` objects; none when the field is absent. @throws BATCH_SIZE_OUT_OF_RANGE for more of them. */
export function optionalItems(body: Body, field: string, most: number): Body[] {
  const value = body[field];
  const isEmpty = value === undefined || value === null || (Array.isArray(value) && !value.length);
  return isEmpty ? [] : requiredItems(body, field, most);
}

/** An object of names and values. */
export function requiredObject(body: Body, field: string): Body {
  const value = body[field];
  if (value === undefined || value === null) throw new ServiceError("MISSING_FIELD", { field });
  if (!isObject(value))
    throw new ServiceError("INVALID_FIELD", { field, reason: "give an object" });
  return value;
}

export function isObject(value: unknown): value is Body {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
