/**
 * JSON-RPC 2.0 of a Solana node, for the methods that reading a payment needs (https://solana.com/docs/rpc). Refusals have
 * status 200 and a node's own codes and texts.
 */
import { z } from "zod";
import { GENESIS_HASH, isSignature } from "#lib/protocol/solana/networks.ts";
import { COMMITMENTS, type Seen, type SimulatedChain } from "./simulated-chain.ts";
import { FAILURE, transactionAnswer } from "./transaction-answer.ts";

const API_VERSION = "3.1.8";
const MOST_CONFIRMATIONS = 31;

class RpcFailure extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

const request = z.object({
  jsonrpc: z.literal("2.0"),
  id: z.union([z.string(), z.number(), z.null()]),
  method: z.string(),
  params: z.array(z.unknown()).default([]),
});

const commitment = z.enum(COMMITMENTS).default("finalized");
const signature = z.string().refine(isSignature, "WrongSize");
const slotParams = z.tuple([z.object({ commitment }).optional()]);
const transactionParams = z.tuple([
  signature,
  z.object({
    commitment,
    encoding: z.literal("jsonParsed", { error: "the simulation knows the encoding jsonParsed" }),
    maxSupportedTransactionVersion: z.number().int().min(0).optional(),
  }),
]);
/** Accepted and ignored: the simulation keeps its whole history. */
const statusesParams = z.tuple([
  z.array(signature),
  z.object({ searchTransactionHistory: z.boolean() }).partial().optional(),
]);

type Method = (chain: SimulatedChain, params: unknown[]) => unknown;

const METHODS: Record<string, Method> = {
  getGenesisHash: () => GENESIS_HASH.simulated,
  getHealth: () => "ok",
  getSlot: (chain, params) => {
    const [config] = parse(slotParams, params);
    return chain.slot(config?.commitment ?? "finalized");
  },
  getSignatureStatuses: (chain, params) => {
    const [signatures] = parse(statusesParams, params);
    return {
      context: { apiVersion: API_VERSION, slot: chain.slot("processed") },
      value: signatures.map((one) => statusOf(chain, chain.find(one))),
    };
  },
  getTransaction,
};

/** Answers one request or a batch. */
export function answerRpc(chain: SimulatedChain, body: unknown): unknown {
  if (!Array.isArray(body)) return answerOne(chain, body);
  if (body.length === 0) return answerOne(chain, undefined);
  return body.map((one) => answerOne(chain, one));
}

function answerOne(chain: SimulatedChain, body: unknown): unknown {
  const parsed = request.safeParse(body);
  if (!parsed.success) {
    return { jsonrpc: "2.0", error: { code: -32600, message: "Invalid request" }, id: null };
  }
  const { id, method, params } = parsed.data;
  try {
    const known = Object.hasOwn(METHODS, method) ? METHODS[method] : undefined;
    if (known === undefined) throw new RpcFailure(-32601, "Method not found");
    return { jsonrpc: "2.0", result: known(chain, params), id };
  } catch (error) {
    if (!(error instanceof RpcFailure)) throw error;
    return { jsonrpc: "2.0", error: { code: error.code, message: error.message }, id };
  }
}

function getTransaction(chain: SimulatedChain, params: unknown[]): unknown {
  const [wanted, config] = parse(transactionParams, params);
  if (config.commitment === "processed") {
    throw new RpcFailure(-32602, "Method does not support commitment below `confirmed`");
  }
  const seen = chain.find(wanted);
  if (seen === undefined) return null;
  if (COMMITMENTS.indexOf(seen.commitment) < COMMITMENTS.indexOf(config.commitment)) return null;
  if (config.maxSupportedTransactionVersion === undefined) {
    throw new RpcFailure(
      -32015,
      "Transaction version (0) is not supported by the requesting client. Please try the request again with the following " +
        'configuration parameter: "maxSupportedTransactionVersion": 0',
    );
  }
  return transactionAnswer(seen.payment);
}

function statusOf(chain: SimulatedChain, seen: Seen | undefined): unknown {
  if (seen === undefined) return null;
  const { payment, commitment: confirmationStatus } = seen;
  const behind = chain.slot("processed") - payment.slot;
  const confirmations =
    confirmationStatus === "finalized" ? null : Math.min(behind, MOST_CONFIRMATIONS);
  return {
    confirmationStatus,
    confirmations,
    err: payment.fails ? FAILURE : null,
    slot: payment.slot,
    status: payment.fails ? { Err: FAILURE } : { Ok: null },
  };
}

function parse<Value>(schema: z.ZodType<Value>, params: unknown[]): Value {
  const parsed = schema.safeParse(params);
  if (parsed.success) return parsed.data;
  throw new RpcFailure(-32602, `Invalid param: ${parsed.error.issues[0]?.message ?? "Invalid"}`);
}
