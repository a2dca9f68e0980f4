/**
 * Arguments as clients and models really send them. Where a tool only reads, everything is understood or ignored. A proposal is
 * taken as it was meant, or refused with a sentence on which a model can act: nothing about an order is guessed.
 */
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import { isRecord } from "#lib/protocol/is-record.ts";

type Schema = Readonly<Record<string, unknown>>;

/** The schema of a tool's arguments, as `tools/list` has it. */
export type InputSchema = Schema & {
  properties?: Readonly<Record<string, Schema>>;
  required?: readonly string[];
};

/**
 * What clients put beside the arguments of any tool, in small letters and without dashes. Names that begin with `_` or `$` are theirs
 * too: no argument of a tool begins so.
 */
const CARRIERS = new Set(
  [
    "action chatinput metadata progresstoken tool toolcall toolname tooltitle",
    "explanation securityrisk taskprogress thought thoughts waitforprevious",
    "agentid callid chatid conversationid correlationid invocationid messageid requestid runid sessionid",
    "stepid taskid threadid toolcallid tooluseid traceid turnid userid",
  ].flatMap((names) => names.split(" ")),
);

/** In which clients wrap all arguments. */
const WRAPPERS: ReadonlySet<string> = new Set([
  "arguments",
  "args",
  "input",
  "kwargs",
  "parameters",
  "params",
]);

/** Words with which models say that something is not set. */
const NOT_SET = /^(?:null|none|nil|undefined|n\/a)?$/i;

/**
 * The arguments with which a tool is called.
 * @throws INVALID_FIELD for a number of an order that must be text, UNKNOWN_FIELD for an argument of an order under another name
 */
export function argumentsOf(given: unknown, schema: InputSchema, isReading: boolean): unknown {
  const sent = given ?? {};
  if (!isRecord(sent)) return sent;
  const properties = schema.properties ?? {};
  const names = new Map(Object.keys(properties).map((name) => [plainName(name), name]));
  const needed = new Set(schema.required);
  const taken: [string, unknown][] = [];
  for (const [own, value] of Object.entries(unwrapped(sent, properties))) {
    const name = isReading ? (names.get(plainName(own)) ?? own) : own;
    const known = Object.hasOwn(properties, name) ? properties[name] : undefined;
    // Models send null for what they do not set.
    if (value === null) continue;
    const isNeeded = needed.has(name);
    if (known !== undefined)
      taken.push([name, valueOf(name, value, { known, isReading, isNeeded })]);
    else if (!isReading && !isCarried(own)) taken.push([own, unknownOf(own, value, names)]);
  }
  return Object.fromEntries(taken.filter(([, value]) => value !== undefined));
}

/** Without dashes and capitals. */
function plainName(name: string): string {
  return name.toLowerCase().replace(/[_-]/g, "");
}

function isCarried(name: string): boolean {
  return /^[_$]/.test(name) || CARRIERS.has(plainName(name));
}

/** The arguments that stand in one member of their own, beside nothing but what is carried. */
function unwrapped(
  sent: Record<string, unknown>,
  properties: Readonly<Record<string, Schema>>,
): Record<string, unknown> {
  const own = Object.entries(sent).filter(([name, value]) => value !== null && !isCarried(name));
  const [only] = own;
  if (own.length !== 1 || only === undefined) return sent;
  const [name, inner] = only;
  const isWrapper = WRAPPERS.has(name) && !Object.hasOwn(properties, name);
  return isWrapper && isRecord(inner) ? inner : sent;
}

/** It is refused by name later; here, if it is an argument in another writing. @throws UNKNOWN_FIELD */
function unknownOf(own: string, value: unknown, names: ReadonlyMap<string, string>): unknown {
  const meant = names.get(plainName(own));
  if (meant === undefined) return value;
  throw new ServiceError("UNKNOWN_FIELD", { field: own }).withData({ did_you_mean: meant });
}

type Known = { known: Schema; isReading: boolean; isNeeded: boolean };

function valueOf(field: string, value: unknown, { known, isReading, isNeeded }: Known): unknown {
  const { type } = known;
  if (typeof value === "number" && type === "string") {
    if (isReading) return plainText(value);
    const reason = `send it as text: ${JSON.stringify(plainText(value))}`;
    throw new ServiceError("INVALID_FIELD", { field, reason });
  }
  if (isReading) return readValue(value, { known, isReading, isNeeded });
  if (typeof value !== "string") return value;
  return typed(value, type);
}

/** Text for a number or for yes and no. */
function typed(value: string, type: unknown): unknown {
  const text = value.trim();
  const isNumber = type === "integer" || type === "number";
  if (isNumber && /^-?\d+(?:\.\d+)?$/.test(text)) return Number(text);
  if (type === "boolean" && /^(?:true|false)$/i.test(text)) return text.toLowerCase() === "true";
  return value;
}

/** Of a tool that reads: a list of one, quotation marks within text, a page that is too large, and words in another case. */
function readValue(sent: unknown, { known, isNeeded }: Known): unknown {
  const value =
    Array.isArray(sent) && known["type"] !== "array" && sent.length === 1 ? sent[0] : sent;
  if (known["type"] === "boolean" && (value === 0 || value === 1)) return value === 1;
  if (typeof value === "number") return within(value, known);
  if (typeof value !== "string") return value;
  const text = value.trim().replace(/^"(.*)"$/s, "$1");
  const list = known["enum"];
  if (Array.isArray(list) && list.includes(text)) return text;
  // Of what has to be set, the word is the value.
  if (NOT_SET.test(text) && !isNeeded) return undefined;
  const made = typed(text, known["type"]);
  if (typeof made === "number") return within(made, known);
  if (!Array.isArray(list)) return made;
  // A capital M is a month, and a small one a minute.
  const isMonth = /^\d+M$/.test(text);
  const found = list.find((one) => String(one).toLowerCase() === text.toLowerCase());
  return isMonth ? made : (found ?? made);
}

/** A whole number outside of what a page can have becomes the nearest one; zero is the default. */
function within(value: number, { type, minimum, maximum, default: usual }: Schema): unknown {
  if (type !== "integer") return value;
  if (value === 0 && typeof minimum === "number" && minimum > 0) return usual;
  if (typeof maximum === "number" && value > maximum) return maximum;
  return value;
}

/** Without an exponent, as decimals are written. */
function plainText(value: number): string {
  const text = String(value);
  return text.includes("e") ? value.toFixed(20).replace(/\.?0+$/, "") : text;
}

/** Longer patterns are refused by some model APIs; the service checks them anyway. */
const LONGEST_PATTERN = 100;

/**
 * The schema in the subset that every model API takes: no union with null, which is not sent, no long patterns, no draft, and
 * no word on other properties, on which converters trip. Whether a field is needed, its type and its description stay.
 */
export function plainSchema(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(plainSchema);
  if (!isRecord(schema)) return schema;
  const { $schema: _draft, additionalProperties: _closed, anyOf, pattern, ...rest } = schema;
  const inner = Object.fromEntries(
    Object.entries(rest).map(([name, value]) => [name, plainSchema(value)]),
  );
  const kept = typeof pattern === "string" && pattern.length <= LONGEST_PATTERN ? { pattern } : {};
  if (!Array.isArray(anyOf)) return { ...inner, ...kept };
  const others = anyOf.filter((one) => !isRecord(one) || one["type"] !== "null");
  const [only] = others;
  if (others.length === 1 && isRecord(only)) {
    return { ...(plainSchema(only) as object), ...inner, ...kept };
  }
  return { ...inner, ...kept, anyOf: others.map(plainSchema) };
}
