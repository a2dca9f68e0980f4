/** Turns the issues of a zod schema into refusals of the catalogue that name the field. */
import { z } from "zod";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import { isRecord } from "#lib/protocol/is-record.ts";
import { CONTROL_CHARACTERS, findControl, hasControl } from "./control-characters.ts";
import { issueWords } from "./issue-words.ts";

type Issue = z.core.$ZodIssue;

/**
 * Parses a JSON body. A schema's own refinement may name a catalogue code for its field:
 * `.refine(isPublicKey, { params: { code: "INVALID_PUBLIC_KEY" } })`.
 * @throws MISSING_FIELD, UNKNOWN_FIELD, INVALID_ENUM, INVALID_PUBLIC_KEY, INVALID_DECIMAL, INVALID_FIELD, MALFORMED_BODY
 */
export function parseBody<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
): z.output<Schema> {
  const control = findControl(value);
  if (control !== undefined) {
    const { path: field } = control;
    throw field === ""
      ? new ServiceError("MALFORMED_BODY", { reason: CONTROL_CHARACTERS })
      : new ServiceError("INVALID_FIELD", { field, reason: CONTROL_CHARACTERS });
  }
  const parsed = schema.safeParse(value, { error: issueWords });
  if (parsed.success) return parsed.data;
  throw bodyError(firstIssue(parsed.error), value);
}

/**
 * The body without the fields that are null and optional, and have no meaning as null: many languages write null for what a program
 * did not set. Only for what is made anew; in a change somebody may mean to clear the field.
 */
export function withoutNulls(schema: z.ZodType, value: unknown): unknown {
  if (!(schema instanceof z.ZodObject) || !isRecord(value)) return value;
  const fields: Readonly<Record<string, z.ZodType>> = schema.shape;
  const isUnset = (name: string): boolean => {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    return (
      field !== undefined && !field.safeParse(null).success && field.safeParse(undefined).success
    );
  };
  return Object.fromEntries(
    Object.entries(value).filter(([name, given]) => given !== null || !isUnset(name)),
  );
}

/** Parses the query; a parameter may be given once. @throws MALFORMED_QUERY */
export function parseQuery<Schema extends z.ZodType>(
  schema: Schema,
  query: URLSearchParams,
): z.output<Schema> {
  const names = [...query.keys()];
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated !== undefined) {
    throw new ServiceError("MALFORMED_QUERY", { parameter: repeated, reason: "it is given twice" });
  }
  const values = Object.fromEntries(query);
  for (const [name, value] of query) {
    if (!hasControl(name) && !hasControl(value)) continue;
    throw new ServiceError("MALFORMED_QUERY", { parameter: name, reason: CONTROL_CHARACTERS });
  }
  const parsed = schema.safeParse(values, { error: issueWords });
  if (parsed.success) return parsed.data;
  const issue = firstIssue(parsed.error);
  throw new ServiceError("MALFORMED_QUERY", {
    parameter: issue.code === "unrecognized_keys" ? (issue.keys[0] ?? "") : fieldOf(issue),
    reason: queryReason(issue, values),
  });
}

/** Parses the dynamic parts of the path. @throws MALFORMED_PATH */
export function parseParams<Schema extends z.ZodType>(
  schema: Schema,
  params: unknown,
): z.output<Schema> {
  if (findControl(params) !== undefined) {
    throw new ServiceError("MALFORMED_PATH", { reason: CONTROL_CHARACTERS });
  }
  const parsed = schema.safeParse(params, { error: issueWords });
  if (parsed.success) return parsed.data;
  const issue = firstIssue(parsed.error);
  throw new ServiceError("MALFORMED_PATH", { reason: `${fieldOf(issue)}: ${reasonOf(issue)}` });
}

function bodyError(issue: Issue, value: unknown): ServiceError {
  const field = fieldOf(issue);
  if (issue.code === "unrecognized_keys") {
    return new ServiceError("UNKNOWN_FIELD", { field: [...issue.path, issue.keys[0]].join(".") });
  }
  if (field === "") return new ServiceError("MALFORMED_BODY", { reason: reasonOf(issue) });
  if (valueAt(value, issue.path) === undefined) return new ServiceError("MISSING_FIELD", { field });
  if (issue.code === "invalid_value") {
    return new ServiceError("INVALID_ENUM", { field, allowed: issue.values.join(", ") });
  }
  const code: unknown = issue.code === "custom" ? issue.params?.["code"] : undefined;
  if (code === "INVALID_PUBLIC_KEY" || code === "INVALID_DECIMAL") {
    return new ServiceError(code, { field });
  }
  return new ServiceError("INVALID_FIELD", { field, reason: reasonOf(issue) });
}

function queryReason(issue: Issue, values: Record<string, string>): string {
  if (issue.code === "unrecognized_keys") return "there is no such parameter";
  return valueAt(values, issue.path) === undefined ? "it is missing" : reasonOf(issue);
}

function firstIssue(error: z.ZodError): Issue {
  const [issue] = error.issues;
  if (issue === undefined) throw error;
  return issue;
}

function fieldOf(issue: Issue): string {
  return issue.path.join(".");
}

/** Zod's sentence as the end of another one: no capital, no full stop. */
function reasonOf(issue: Issue): string {
  const text = issue.message.replace(/\.$/, "");
  return text.charAt(0).toLowerCase() + text.slice(1);
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  let current: unknown = value;
  for (const key of path) {
    if (typeof current !== "object" || current === null) return undefined;
    current = Object.hasOwn(current, key) ? Reflect.get(current, key) : undefined;
  }
  return current;
}
