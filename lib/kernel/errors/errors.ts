/** Refusals as exceptions and as bodies of answers; the codes and their texts are in error-catalogue.ts. */
import { ERRORS } from "./error-catalogue.ts";
import type { Entry } from "./error-entry.ts";

export type ErrorCode = keyof typeof ERRORS;
export type ErrorContext<Code extends ErrorCode> = Parameters<(typeof ERRORS)[Code]["text"]>[0];

type ContextArgument<Code extends ErrorCode> = [ErrorContext<Code>] extends [never]
  ? []
  : [context: ErrorContext<Code>];

/** The body of every error answer. */
export type ErrorBody = {
  error: string;
  message: string;
  data?: unknown;
  request_id?: string;
};

/** A refusal as plain data, for code in which a refusal is an expected answer and not an exception. */
export type Refusal = { readonly code: ErrorCode; readonly context: object };

export function refusal<Code extends ErrorCode>(
  code: Code,
  ...[context]: ContextArgument<Code>
): Refusal {
  return { code, context: context ?? {} };
}

/** The throwable form of a {@link Refusal}. */
export function refusalError({ code, context }: Refusal): ServiceError {
  return new ServiceError(code, context as never);
}

/** One mark for all copies of this module: the server and each bundle of route handlers evaluate their own. */
const SERVICE_ERROR = Symbol.for("svc.service-error");

/**
 * A refusal from the catalogue. `data` travels to the caller next to the text (for example the original order
 * of a duplicate); `cause` stays in the log.
 */
export class ServiceError<Code extends ErrorCode = ErrorCode> extends Error {
  readonly code: Code;
  readonly status: number;
  readonly context: ErrorContext<Code>;
  data: unknown;
  readonly [SERVICE_ERROR] = true;

  /** `instanceof` also recognises an error that another copy of this module threw. */
  static override [Symbol.hasInstance](value: unknown): value is ServiceError {
    return typeof value === "object" && value !== null && SERVICE_ERROR in value;
  }

  constructor(code: Code, ...[context]: ContextArgument<Code>) {
    const found: Entry<never> = ERRORS[code];
    super(found.text((context ?? {}) as never));
    this.name = "ServiceError";
    this.code = code;
    this.status = found.status;
    this.context = (context ?? {}) as ErrorContext<Code>;
  }

  withData(data: unknown): this {
    this.data = data;
    return this;
  }
}

/** The refusal to answer with. An error that is not from the catalogue becomes INTERNAL. */
export function refusalOf(thrown: unknown): ServiceError {
  if (thrown instanceof ServiceError) return thrown;
  // The database's client wraps what its statements throw.
  const cause = thrown instanceof Error ? thrown.cause : undefined;
  const isUnavailable = cause instanceof ServiceError && cause.code === "DATABASE_UNAVAILABLE";
  return isUnavailable ? cause : new ServiceError("INTERNAL");
}

/** The HTTP form of any thrown value; what is not from the catalogue becomes a bare 500. */
export function toErrorBody(
  thrown: unknown,
  requestId?: string,
): { status: number; body: ErrorBody } {
  const error = refusalOf(thrown);
  const body: ErrorBody = { error: error.code, message: error.message };
  if (error.data !== undefined) body.data = error.data;
  if (requestId !== undefined) body.request_id = requestId;
  return { status: error.status, body };
}
