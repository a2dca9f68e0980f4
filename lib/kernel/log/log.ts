/**
 * JSON logs with redaction: fields named like a credential are omitted, and text in the form of one is redacted anywhere in a
 * line before it leaves the process.
 */
import { type DestinationStream, type Logger, pino } from "pino";
import { redactSecrets } from "./redact-secrets.ts";
import { currentSpan } from "./tracing.ts";

export type { Logger };

const SECRET_FIELDS = [
  "authorization",
  "cookie",
  "set-cookie",
  "key",
  "secret",
  "token",
  "signature",
  "password",
];

const MAX_MESSAGE_LENGTH = 1_000;
/** Depth to which causes and nested errors are logged. */
const MAX_DEPTH = 4;
/** Postgres quotes the value in the text of such an error (SQLSTATE class 22, data exception). */
const QUOTES_A_VALUE = /^22...$/;

/** A logger for one process, to standard output unless `to` is given. `level` is one of pino's. */
export function createLogger(name: string, level: string, to?: DestinationStream): Logger {
  const options = {
    name,
    level,
    base: { name },
    redact: {
      paths: SECRET_FIELDS.flatMap((field) => [`["${field}"]`, `*["${field}"]`, `*.*["${field}"]`]),
      censor: "[secret]",
    },
    serializers: { err: (thrown: unknown) => describeError(thrown) },
    hooks: { logMethod: withSafeText },
    mixin: traceOfLine,
  };
  const out = to ?? pino.destination({ fd: 1, sync: true });
  return pino(options, { write: (line) => out.write(redactSecrets(line)) });
}

type ErrorEntry = {
  type: string;
  message: string;
  code?: string | number;
  status?: number;
  stack: string;
  cause?: unknown;
  errors?: unknown[];
};

/**
 * The loggable fields of an error: only those that cannot contain input of a caller or an account. An error of the
 * database carries its statement and all values, such as a megabyte of bars or a key; its cause says what went wrong.
 */
function describeError(thrown: unknown, depth = 0): unknown {
  if (!(thrown instanceof Error)) return thrown;
  const entry: ErrorEntry = {
    type: thrown.name,
    message: textOf(thrown),
    stack: framesOf(thrown),
  };
  if ("code" in thrown && isPlain(thrown.code)) entry.code = thrown.code;
  if ("status" in thrown && typeof thrown.status === "number") entry.status = thrown.status;
  if (depth >= MAX_DEPTH) return entry;
  if (thrown.cause instanceof Error) entry.cause = describeError(thrown.cause, depth + 1);
  if (thrown instanceof AggregateError) {
    const errors = thrown.errors.filter((error) => error instanceof Error).slice(0, MAX_DEPTH);
    entry.errors = errors.map((error) => describeError(error, depth + 1));
  }
  return entry;
}

function textOf(error: Error): string {
  if ("query" in error && "params" in error) {
    return error.cause instanceof Error ? `Failed query: ${textOf(error.cause)}` : "Failed query";
  }
  const code = "code" in error ? String(error.code) : "";
  if (QUOTES_A_VALUE.test(code)) return `The database refused a value (${code})`;
  return error.message.slice(0, MAX_MESSAGE_LENGTH);
}

/** The stack without the message that it begins with. */
function framesOf({ stack = "", message }: Error): string {
  const at = stack.indexOf(message);
  return at < 0 ? "" : stack.slice(at + message.length).trimStart();
}

function isPlain(value: unknown): value is string | number {
  return typeof value === "string" || typeof value === "number";
}

/** Lines of a request have the id of its trace, where the process traces. */
function traceOfLine(): object {
  const span = currentSpan();
  return span === undefined ? {} : { trace_id: span.traceId };
}

/** A line without a text gets the message of its error, which is as safe as the error's entry. */
function withSafeText(
  this: Logger,
  given: Parameters<Logger["info"]>,
  write: (...args: Parameters<Logger["info"]>) => void,
): void {
  const [first, text]: unknown[] = given;
  const named = typeof first === "object" && first !== null && "err" in first ? first.err : first;
  if (text !== undefined || !(named instanceof Error)) return write.apply(this, given);
  const fields = first === named ? { err: named } : first;
  write.call(this, fields as never, textOf(named));
}
