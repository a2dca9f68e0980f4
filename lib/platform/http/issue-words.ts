/** What zod finds, as the end of the sentence "x is not valid: …". */
import type { z } from "zod";

const KINDS: Readonly<Record<string, string>> = {
  array: "a list",
  boolean: "true or false",
  int: "a whole number",
  null: "null",
  number: "a number",
  object: "an object",
  record: "an object",
  string: "text",
};

const FORMS: Readonly<Record<string, string>> = {
  base64: "Base64",
  date: "a date such as 2026-01-31",
  datetime: "a time such as 2026-01-31T08:00:00Z",
  email: "a mail address",
  url: "an address such as https://example.com",
  uuid: "a UUID",
};

/** For `safeParse(value, { error: issueWords })`. A sentence of the schema itself comes first. @returns undefined: that of zod */
export function issueWords(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case "invalid_type":
      return typeWords(issue);
    case "invalid_value":
      return `it must be ${issue.values.length === 1 ? "" : "one of "}${issue.values.join(", ")}`;
    case "invalid_format":
      return formWords(issue);
    case "too_small":
      return boundWords(issue, Number(issue.minimum), issue.inclusive ? "at least" : "more than");
    case "too_big":
      return boundWords(issue, Number(issue.maximum), issue.inclusive ? "at most" : "less than");
    case "unrecognized_keys":
    case "invalid_union":
    case "invalid_key":
    case "invalid_element":
    case "not_multiple_of":
    case "custom":
      return undefined;
  }
}

function typeWords({ expected, input }: { expected: string; input?: unknown }): string | undefined {
  const wanted = KINDS[expected];
  if (wanted === undefined) return undefined;
  if (expected === "string" && typeof input === "number") {
    return `it must be text: send ${JSON.stringify(String(input))}`;
  }
  const given = kindOf(input);
  // A number with a fraction is a number too.
  const isSaid =
    given !== undefined &&
    given !== wanted &&
    !(wanted.endsWith("number") && given.endsWith("number"));
  return `it must be ${wanted}${isSaid ? `, not ${given}` : ""}`;
}

function kindOf(input: unknown): string | undefined {
  if (input === null) return "null";
  if (Array.isArray(input)) return KINDS["array"];
  return KINDS[typeof input];
}

function formWords({
  format,
  pattern,
}: {
  format: string;
  pattern?: string | undefined;
}): string | undefined {
  const wanted = FORMS[format];
  if (wanted !== undefined) return `it must be ${wanted}`;
  return format === "regex" && pattern !== undefined ? `it must match ${pattern}` : undefined;
}

function boundWords(
  { origin, exact }: { origin: string; exact?: boolean | undefined },
  bound: number,
  comparison: string,
): string | undefined {
  const compared = exact === true ? "exactly" : comparison;
  if (origin === "string") return `it must have ${compared} ${counted(bound, "character")}`;
  if (origin === "array") return `it must have ${compared} ${counted(bound, "item")}`;
  return origin === "number" || origin === "int" ? `it must be ${compared} ${bound}` : undefined;
}

function counted(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}
