/** One call of a Solana node (JSON-RPC 2.0 over HTTP). */
import type { Agent } from "node:http";
import { z } from "zod";
import { jsonPost, UpstreamError } from "#lib/kernel/http/http-client.ts";
import type { Timers } from "#lib/kernel/time/timers.ts";
import { ChainUnreachable } from "./chain-unreachable.ts";

const TIMEOUT_MS = 5_000;
/** A transaction with logs, inner instructions and balances can take more than a megabyte. */
const MAX_ANSWER_BYTES = 4_000_000;
const LONGEST_MESSAGE = 200;

/** Codes: https://solana.com/docs/rpc, and those of JSON-RPC itself. */
export class RpcError extends Error {
  /** As the node gave it, its message cut to a length that can be logged. */
  readonly given: GivenError;

  constructor({ code, message, data }: GivenError) {
    const short = message.slice(0, LONGEST_MESSAGE);
    super(`${code}: ${short}`);
    this.name = "RpcError";
    this.given = { code, message: short, ...(data !== undefined && { data }) };
  }
}

const givenError = z.object({
  code: z.number().int(),
  message: z.string(),
  data: z.unknown().optional(),
});
export type GivenError = z.output<typeof givenError>;

const envelope = z.looseObject({
  jsonrpc: z.literal("2.0"),
  id: z.number().nullable(),
  error: givenError.optional(),
});

/** Of ours, in the range that JSON-RPC leaves to servers. */
const TOO_LONG = -32_099;

export type Node = { url: string; agent: Agent; timers: Pick<Timers, "after"> | undefined };

export type Question = { method: string; params: readonly unknown[] };

export type RpcAnswer = { result: unknown } | { error: GivenError };

/** A connection carries one call at a time, so answers cannot be mixed up and every call may have the same id. */
const ID = 1;

/** @param schema of `result`. @throws ChainUnreachable, and nothing else */
export async function ask<Result>(
  node: Node,
  { method, params }: Question,
  schema: z.ZodType<Result>,
  maxBytes = MAX_ANSWER_BYTES,
): Promise<Result> {
  const { url, agent, timers } = node;
  const name = new URL(url).host;
  try {
    const { value } = await jsonPost(
      url,
      { jsonrpc: "2.0", id: ID, method, params },
      { agent, timers, name, peer: "chain", timeoutMs: TIMEOUT_MS, maxBytes },
    );
    return resultOf(value, schema);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new ChainUnreachable(`${method} of ${name}: ${reason}`, { cause });
  }
}

/**
 * The answer, where an error of the node is one too, and an answer of more than `maxBytes`. @throws ChainUnreachable when there is
 * none
 */
export async function call(node: Node, question: Question, maxBytes?: number): Promise<RpcAnswer> {
  try {
    return { result: await ask(node, question, z.unknown(), maxBytes) };
  } catch (thrown) {
    const cause = thrown instanceof ChainUnreachable ? thrown.cause : undefined;
    if (cause instanceof RpcError) return { error: cause.given };
    if (cause instanceof UpstreamError && cause.failure === "too_large")
      return { error: { code: TOO_LONG, message: cause.message } };
    throw thrown;
  }
}

function resultOf<Result>(value: unknown, schema: z.ZodType<Result>): Result {
  const { error, ...answer } = parse(envelope, value);
  if (error !== undefined) throw new RpcError(error);
  if (answer.id !== ID || !("result" in answer)) throw unexpected("no answer to the question");
  return parse(schema, answer["result"]);
}

function parse<Value>(schema: z.ZodType<Value>, value: unknown): Value {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw unexpected(`${issue?.path.join(".") || "the answer"}: ${issue?.message ?? "not valid"}`);
}

/** An answer of another form than the documented one. */
export function unexpected(what: string): UpstreamError {
  return new UpstreamError("unexpected", `an answer of another form: ${what}`);
}
