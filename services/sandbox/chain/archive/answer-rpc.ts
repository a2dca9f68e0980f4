/**
 * JSON-RPC of the simulated chain: questions about archived signatures are answered from the archive, and every other request goes to
 * the chain unchanged. Refusals have status 200 and a node's own codes and texts.
 */
import { z } from "zod";
import { GENESIS_HASH, isSignature } from "#lib/protocol/solana.ts";
import type { ArchivedPayment, PaymentArchive } from "./archive.ts";
import { archivedTransaction, FAILURE } from "./archived-transaction.ts";
import type { RawNode } from "./raw-node.ts";

const API_VERSION = "3.1.8";

export type RpcParts = {
  archive: PaymentArchive;
  /** Undefined where no chain runs. */
  node: RawNode | undefined;
};

type Failure = { code: number; message: string; data?: unknown };
type Answer = { result: unknown } | { error: Failure };

const PARSE_ERROR = { code: -32700, message: "Parse error" };
const UNHEALTHY = { code: -32005, message: "Node is unhealthy", data: { numSlotsBehind: null } };
const VERSION_NEEDED = {
  code: -32015,
  message:
    "Transaction version (0) is not supported by the requesting client. Please try the request again with the following " +
    'configuration parameter: "maxSupportedTransactionVersion": 0',
};

const request = z.looseObject({
  id: z.union([z.string(), z.number(), z.null()]),
  method: z.string(),
  params: z.array(z.unknown()).default([]),
});

const signature = z.string().refine(isSignature);
const statusesParams = z.tuple([z.array(signature)], z.unknown());
const transactionConfig = z.object({
  commitment: z
    .enum(["confirmed", "finalized"], {
      error: "Method does not support commitment below `confirmed`",
    })
    .default("finalized"),
  encoding: z.literal("jsonParsed", { error: "the archive knows the encoding jsonParsed" }),
  maxSupportedTransactionVersion: z.number().int().min(0).optional(),
});
const transactionParams = z.tuple([signature], z.unknown());

/** @param text of one request or a batch. @returns the text of the answer */
export async function answerRpc(parts: RpcParts, text: string): Promise<string> {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return JSON.stringify({ jsonrpc: "2.0", error: PARSE_ERROR, id: null });
  }
  const calls: unknown[] = Array.isArray(body) ? body : [body];
  if (!calls.some((one) => isOurs(parts, one))) return forward(parts, text);
  const answers = await Promise.all(calls.map((one) => answerOne(parts, one)));
  return JSON.stringify(Array.isArray(body) ? answers : answers[0]);
}

function isOurs(parts: RpcParts, body: unknown): boolean {
  return fromArchive(parts, body) !== undefined || archivedOf(parts, body).length > 0;
}

async function answerOne(parts: RpcParts, body: unknown): Promise<unknown> {
  const own = fromArchive(parts, body);
  if (own !== undefined) return { jsonrpc: "2.0", ...own, id: idOf(body) };
  const answer: unknown = JSON.parse(await forward(parts, JSON.stringify(body)));
  return withArchived(answer, archivedOf(parts, body));
}

/** Undefined for what the chain answers, at least in part. */
function fromArchive({ archive, node }: RpcParts, body: unknown): Answer | undefined {
  const read = request.safeParse(body);
  if (!read.success) return undefined;
  const { method, params } = read.data;
  // The archive is of the simulated network, also where its chain does not run.
  if (method === "getGenesisHash" && node === undefined) return { result: GENESIS_HASH.simulated };
  if (method === "getTransaction") {
    const [wanted, config] = transactionParams.safeParse(params).data ?? [];
    const found = wanted === undefined ? undefined : archive.find(wanted);
    return found && transactionOf(found, config);
  }
  const archived = archivedOf({ archive }, body);
  if (archived.length === 0 || archived.includes(undefined)) return undefined;
  return {
    result: withContext(
      archived.map((one) => one && statusOf(one)),
      archived,
    ),
  };
}

function transactionOf(found: ArchivedPayment, given: unknown): Answer {
  const config = transactionConfig.safeParse(given ?? {});
  if (!config.success) {
    const reason = config.error.issues[0]?.message ?? "invalid";
    return { error: { code: -32602, message: `Invalid param: ${reason}` } };
  }
  if (config.data.maxSupportedTransactionVersion === undefined) return { error: VERSION_NEEDED };
  return { result: archivedTransaction(found) };
}

/** The payments that `getSignatureStatuses` asks for; undefined in the place of those of the chain. Empty when none is archived. */
function archivedOf(
  { archive }: Pick<RpcParts, "archive">,
  body: unknown,
): (ArchivedPayment | undefined)[] {
  const read = request.safeParse(body).data;
  if (read?.method !== "getSignatureStatuses") return [];
  const [signatures] = statusesParams.safeParse(read.params).data ?? [[]];
  const found = signatures.map((one) => archive.find(one));
  return found.some((one) => one !== undefined) ? found : [];
}

const statusesAnswer = z.looseObject({ result: z.looseObject({ value: z.array(z.unknown()) }) });

/** The chain's statuses, with those of the archive in the places where it has none. */
function withArchived(
  answer: unknown,
  archived: readonly (ArchivedPayment | undefined)[],
): unknown {
  const read = statusesAnswer.safeParse(answer);
  if (!read.success) return answer;
  const { result } = read.data;
  const value = result.value.map((status, index) => {
    const payment = archived[index];
    return payment === undefined ? status : statusOf(payment);
  });
  return { ...read.data, result: { ...result, value } };
}

function statusOf({ slot, fails }: ArchivedPayment): unknown {
  const status = fails ? { Err: FAILURE } : { Ok: null };
  const err = fails ? FAILURE : null;
  return { confirmationStatus: "finalized", confirmations: null, err, slot, status };
}

function withContext(value: unknown, archived: readonly (ArchivedPayment | undefined)[]) {
  const slot = Math.max(...archived.map((one) => one?.slot ?? 0));
  return { context: { apiVersion: API_VERSION, slot }, value };
}

/** @returns an error of a node when the chain is away, as a node that is not well gives it */
async function forward({ node }: RpcParts, text: string): Promise<string> {
  try {
    if (node !== undefined) return await node.ask(text);
  } catch {
    // The client learns it by the answer below and tries again, as with any node.
  }
  const body: unknown = JSON.parse(text);
  const failed = (one: unknown) => ({ jsonrpc: "2.0", error: UNHEALTHY, id: idOf(one) });
  return JSON.stringify(Array.isArray(body) ? body.map(failed) : failed(body));
}

function idOf(body: unknown): string | number | null {
  return request.safeParse(body).data?.id ?? null;
}
