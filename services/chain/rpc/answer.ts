/** JSON-RPC 2.0 over a body: one request or a batch. Refusals have status 200 and a node's own codes and texts. */
import { z } from "zod";
import type { Method, RpcNode } from "./method.ts";
import { METHODS } from "./methods.ts";
import { INTERNAL_ERROR, INVALID_REQUEST, METHOD_NOT_FOUND, RpcFailure } from "./rpc-failure.ts";

/** Requests of one batch. */
const MOST_REQUESTS = 100;

const request = z.object({
  jsonrpc: z.literal("2.0"),
  id: z.union([z.string(), z.number(), z.null()]).optional(),
  method: z.string(),
  params: z.array(z.unknown()).default([]),
});

export type RpcRequest = z.output<typeof request>;

export type MethodTable = Partial<Record<string, Method>>;

type AnswerParts = {
  node: RpcNode;
  methods?: MethodTable;
  /** Sees what is no refusal. */
  onDefect: (error: unknown) => void;
};

export async function answerBody(parts: AnswerParts, body: unknown): Promise<unknown> {
  if (!Array.isArray(body)) return answerOne(parts, body);
  if (body.length === 0 || body.length > MOST_REQUESTS) return answerOne(parts, undefined);
  return Promise.all(body.map((one) => answerOne(parts, one)));
}

export function readRequest(body: unknown): RpcRequest | undefined {
  const parsed = request.safeParse(body);
  return parsed.success ? parsed.data : undefined;
}

async function answerOne({ node, methods = METHODS, onDefect }: AnswerParts, body: unknown) {
  const read = readRequest(body);
  if (read?.id === undefined) {
    return failure(null, new RpcFailure(INVALID_REQUEST, "Invalid request"));
  }
  const { id, method, params } = read;
  try {
    const known = Object.hasOwn(methods, method) ? methods[method] : undefined;
    if (known === undefined) throw new RpcFailure(METHOD_NOT_FOUND, "Method not found");
    // The answer is of this moment, not of the last step of a timer.
    node.ledger.tick();
    return { jsonrpc: "2.0", result: await known(node, params), id };
  } catch (error) {
    if (error instanceof RpcFailure) return failure(id, error);
    onDefect(error);
    return failure(id, new RpcFailure(INTERNAL_ERROR, "Internal error"));
  }
}

export function failure(id: string | number | null, { code, message, data }: RpcFailure) {
  return { jsonrpc: "2.0", error: { code, message, ...(data !== undefined && { data }) }, id };
}
