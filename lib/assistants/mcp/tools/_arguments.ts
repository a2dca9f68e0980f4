/**
 * Arguments as clients and models really send them. Where a tool only reads, everything is understood or ignored. A proposal is
 * taken as it was meant, or refused with a sentence on which a model can act: nothing about an order is guessed.
 */
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import { isRecord } from "#lib/protocol/is-record.ts";

type Schema = Readonly<Record<string, unknown>>;

/** The schema of a tool's arguments, as `tools/list` has it. */
export type InputSchema = Schema & { properties?: Readonly<Record<string, Schema>> };

/** What clients put beside the arguments of any tool. */
const CARRIERS: ReadonlySet<string> = new Set([
  "_meta",
  "_sessionID",
  "action",
  "chatInput",
  "callId",
  "call_id",
  "conversationId",
  "conversation_id",
  "requestId",
  "request_id",
  "sessionId",
  "session_id",
  "threadId",
  "thread_id",
  "tool",
  "toolCallId",
  "toolName",
  "tool_call_id",
  "tool_name",
]);

/** @throws INVALID_FIELD for a number of an order that must be text */
export function argumentsOf(given: unknown, schema: InputSchema, isReading: boolean): unknown {
  const sent = given ?? {};
  if (!isRecord(sent)) return sent;
  const properties = schema.properties ?? {};
  const taken: [string, unknown][] = [];
  for (const [name, value] of Object.entries(sent)) {
    const known = Object.hasOwn(properties, name) ? properties[name] : undefined;
    // Models send null for what they do not set.
    if (value === null) continue;
    if (known === undefined && (isReading || CARRIERS.has(name))) continue;
    taken.push([name, known === undefined ? value : valueOf(name, value, { known, isReading })]);
  }
  return Object.fromEntries(taken);
}

function valueOf(
  field: string,
  value: unknown,
  { known, isReading }: { known: Schema; isReading: boolean },
): unknown {
  const { type } = known;
  if (typeof value === "number" && type === "string") {
    if (isReading) return plainText(value);
    const reason = `send it as text: ${JSON.stringify(plainText(value))}`;
    throw new ServiceError("INVALID_FIELD", { field, reason });
  }
  if (typeof value !== "string") return value;
  const text = value.trim();
  const isNumber = type === "integer" || type === "number";
  if (isNumber && /^-?\d+(?:\.\d+)?$/.test(text)) return Number(text);
  if (type === "boolean" && /^(?:true|false)$/i.test(text)) return text.toLowerCase() === "true";
  const list = known["enum"];
  if (isReading && Array.isArray(list) && !list.includes(value)) {
    return list.find((one) => String(one).toLowerCase() === text.toLowerCase()) ?? value;
  }
  return isReading && text === "" ? undefined : value;
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
