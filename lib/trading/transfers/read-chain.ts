/** Passes a page's read of the chain on to the operator's node, whose address may contain a key. */
import "server-only";
import type { z } from "zod";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import type { Client } from "#lib/platform/actor.ts";
import type { Quota } from "#lib/platform/http/quota.ts";
import { takeQuotas } from "#lib/platform/http/take-quotas.ts";
import { askingChain } from "#lib/platform/outbound/configured-chain.ts";
import type { ChainAnswer, ChainCall } from "#lib/protocol/wire/chain.ts";
import { CHAIN_READS } from "./_chain-reads.ts";
import { pageNode } from "./vault-chain.ts";

/** Bytes of a node's answer: accounts need at most a third, a transaction with its logs rarely needs more. */
const MAX_ANSWER_BYTES = 65_536;

type Context = { client: Client; quotas: Quota[] };

/**
 * The node's own answer or error.
 * @throws RPC_METHOD_NOT_ALLOWED, INVALID_FIELD for other parameters, RATE_LIMITED, TRANSFERS_NOT_AVAILABLE, CHAIN_UNREACHABLE
 */
export async function readChain(
  { client, quotas }: Context,
  { jsonrpc, id, method, params }: z.output<typeof ChainCall>,
): Promise<z.output<typeof ChainAnswer>> {
  await takeQuotas(quotas, ["chain_reads", client.address]);
  const node = await pageNode();
  const question = { method, params: checkedParams(method, params) };
  const answer = await askingChain(() => node.call(question, MAX_ANSWER_BYTES));
  return { jsonrpc, id, ...answer };
}

function checkedParams(method: string, params: readonly unknown[]): readonly unknown[] {
  const schema = Object.hasOwn(CHAIN_READS, method) ? CHAIN_READS[method] : undefined;
  if (schema === undefined) {
    const allowed = Object.keys(CHAIN_READS).join(", ");
    throw new ServiceError("RPC_METHOD_NOT_ALLOWED", { allowed });
  }
  const parsed = schema.safeParse(params);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const field = ["params", ...(issue?.path ?? [])].join(".");
  throw new ServiceError("INVALID_FIELD", { field, reason: issue?.message ?? "it is not valid" });
}
