/** How an RPC method is written: a schema of its parameters, and its answer. */
import { base58 } from "@scure/base";
import { z } from "zod";
import { isSignature } from "#lib/protocol/solana.ts";
import type { ChainHistory } from "#services/chain/history/history.ts";
import { COMMITMENTS, type Commitment, type Ledger } from "#services/chain/ledger/ledger.ts";
import type { Airdrop } from "./airdrop.ts";
import type { NodeFaults } from "./node-faults.ts";
import { INVALID_PARAMS, MIN_CONTEXT_SLOT_NOT_REACHED, RpcFailure } from "./rpc-failure.ts";

/** The release of the Solana node that these answers imitate. */
export const API_VERSION = "3.1.8";

export type RpcNode = {
  ledger: Ledger;
  history: ChainHistory;
  airdrop: Airdrop;
  genesisHash: string;
  faults: NodeFaults;
};

export type RpcMethod = (node: RpcNode, params: unknown[]) => unknown;

export function method<Schema extends z.ZodType<unknown[]>>(
  schema: Schema,
  answer: (node: RpcNode, ...params: z.output<Schema>) => unknown,
): RpcMethod {
  return (node, given) => answer(node, ...parseRpcParams(schema, given));
}

export function parseRpcParams<Schema extends z.ZodType>(
  schema: Schema,
  given: unknown,
): z.output<Schema> {
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const field = issue?.path.slice(1).join(".");
  const message = `Invalid param: ${issue?.message ?? "invalid"}${field ? ` (${field})` : ""}`;
  throw new RpcFailure(INVALID_PARAMS, message);
}

export const noParams = z.array(z.unknown());

export const publicKey = z.string().refine((text) => {
  if (text.length < 32 || text.length > 44) return false;
  try {
    return base58.decode(text).length === 32;
  } catch {
    return false;
  }
}, "WrongSize");

export const signature = z.string().refine(isSignature, "WrongSize");

export const commitment = z.enum(COMMITMENTS);

/** Parameters that every read accepts. */
export const context = z.object({
  commitment: commitment.optional(),
  minContextSlot: z.number().int().min(0).optional(),
});
export type Context = z.output<typeof context>;

/** The slot of a read. @throws -32016 when this node has not reached `minContextSlot` */
export function slotFor(node: RpcNode, given: Context | undefined): number {
  const slot = node.faults.seen(node.ledger.slot(given?.commitment ?? "finalized"));
  const wanted = given?.minContextSlot;
  if (wanted !== undefined && slot < wanted) {
    throw new RpcFailure(
      MIN_CONTEXT_SLOT_NOT_REACHED,
      "Minimum context slot has not been reached",
      { contextSlot: slot },
    );
  }
  return slot;
}

/** An answer with the slot at which it was read. */
export function withContext<Value>(slot: number, value: Value) {
  return { context: { apiVersion: API_VERSION, slot }, value };
}

/** The commitment of a slot as this node sees it; undefined if the node does not see it yet. */
export function findCommitment(node: RpcNode, slot: number): Commitment | undefined {
  return COMMITMENTS.toReversed().find((one) => slot <= node.faults.seen(node.ledger.slot(one)));
}
