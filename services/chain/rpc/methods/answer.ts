/**
 * JSON-RPC 2.0 over a body: one request or a batch. Refusals have status 200 and a real node's
 * codes and texts.
 */
import { z } from "zod";
import type { RpcMethod, RpcNode } from "#services/chain/rpc/method.ts";
import {
  INTERNAL_ERROR,
  INVALID_REQUEST,
  METHOD_NOT_FOUND,
  RpcFailure,
} from "#services/chain/rpc/rpc-failure.ts";
import { RPC_METHODS } from "./methods.ts";

/** Requests of one batch. */
const MAX_REQUESTS = 100;

const request = z.object({
  jsonrpc: z.literal("2.0"),
  id: z.union([z.string(), z.number(), z.null()]).optional(),
  method: z.string(),
  params: z.array(z.unknown()).default([]),
});

export type RpcRequest = z.output<typeof request>;

export type MethodTable = Partial<Record<string, RpcMethod>>;

type AnswerParts = {
  node: RpcNode;
  methods?: MethodTable;
  /** Receives errors that are not refusals. */
  onDefect: (error: unknown) => void;
};

export async function answerBody(parts: AnswerParts, body: unknown): Promise<unknown> {
  if (!Array.isArray(body)) return answerOne(parts, body);
  if (body.length === 0 || body.length > MAX_REQUESTS) return answerOne(parts, undefined);
  return Promise.all(body.map((one) => answerOne(parts, one)));
}

export function readRequest(body: unknown): RpcRequest | undefined {
  const parsed = request.safeParse(body);
  return parsed.success ? parsed.data : undefined;
}

async function answerOne({ node, methods = RPC_METHODS, onDefect }: AnswerParts, body: unknown) {
  const read = readRequest(body);
  if (read?.id === undefined) {
    return failure(null, new RpcFailure(INVALID_REQUEST, "Invalid request"));
  }
  const { id, method, params } = read;
  try {
    const known = Object.hasOwn(methods, method) ? methods[method] : undefined;
    if (known === undefined) throw new RpcFailure(METHOD_NOT_FOUND, "Method not found");
    // Brings the ledger to the present, because the timer's last step may be older.
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
