/** What the explorer asks the chain, checked before it is shown. */
import { z } from "zod";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import {
  contractOf,
  RPC_RESULTS,
  type RpcQuestion,
  type RpcResult,
  shownAmount,
} from "#lib/protocol/wire/solana-rpc.ts";
import { answerRpc, type RpcParts } from "./answer-rpc.ts";

const answer = z.looseObject({ result: z.unknown() });

const instruction = z.looseObject({
  programId: z.string(),
  /** Of programs that the node can read. */
  parsed: z.unknown().optional(),
  accounts: z.array(z.string()).optional(),
  /** base58 */
  data: z.string().optional(),
});
export type ChainInstruction = z.output<typeof instruction>;

const parsed = RPC_RESULTS["getTransaction jsonParsed"].unwrap();
const tokenBalances = z
  .array(
    z.looseObject({
      accountIndex: z.number().int().min(0),
      mint: z.string(),
      owner: z.string().optional(),
      uiTokenAmount: shownAmount,
    }),
  )
  .nullish();
const transaction = parsed.extend({
  meta: parsed.shape.meta.extend({
    fee: z.number().int().min(0),
    computeUnitsConsumed: z.number().optional(),
    logMessages: z.array(z.string()).nullish(),
    preTokenBalances: tokenBalances,
    postTokenBalances: tokenBalances,
    innerInstructions: z
      .array(z.looseObject({ index: z.number().int(), instructions: z.array(instruction) }))
      .nullish(),
  }),
  transaction: parsed.shape.transaction.extend({
    message: z.looseObject({
      accountKeys: z.array(z.looseObject({ pubkey: z.string(), signer: z.boolean() })),
      instructions: z.array(instruction),
    }),
  }),
});
export type ChainTransaction = z.output<typeof transaction>;
export type ChainStatus = NonNullable<RpcResult<"getSignatureStatuses of one">["value"][0]>;
export type ChainAccount = NonNullable<RpcResult<"getAccountInfo jsonParsed">["value"]>;
export type ChainHolding = { key: string; mint: string; amount: z.output<typeof shownAmount> };
export type ChainMention = RpcResult<"getSignaturesForAddress">[number];

const CONFIRMED = { commitment: "confirmed" };

export class ChainReader {
  readonly #parts: RpcParts;

  constructor(parts: RpcParts) {
    this.#parts = parts;
  }

  transaction(signature: string): Promise<ChainTransaction | null> {
    const config = { ...CONFIRMED, encoding: "jsonParsed", maxSupportedTransactionVersion: 0 };
    return this.#call("getTransaction", [signature, config], transaction.nullable());
  }

  async status(signature: string): Promise<ChainStatus | null> {
    const params = [[signature], { searchTransactionHistory: true }];
    return (await this.#ask("getSignatureStatuses of one", params)).value[0];
  }

  slot(commitment: "processed" | "finalized"): Promise<number> {
    return this.#ask("getSlot", [{ commitment }]);
  }

  async account(key: string): Promise<ChainAccount | null> {
    const config = { ...CONFIRMED, encoding: "jsonParsed" };
    return (await this.#ask("getAccountInfo jsonParsed", [key, config])).value;
  }

  async holdings(owner: string, programId: string): Promise<ChainHolding[]> {
    const params = [owner, { programId }, { ...CONFIRMED, encoding: "jsonParsed" }];
    const found = await this.#ask("getTokenAccountsByOwner jsonParsed", params);
    return found.value.map(({ pubkey, account: { data } }) => {
      const { mint, tokenAmount: amount } = data.parsed.info;
      return { key: pubkey, mint, amount };
    });
  }

  /** Newest first. @param before excludes itself */
  mentions(key: string, limit: number, before: string | undefined): Promise<ChainMention[]> {
    return this.#ask("getSignaturesForAddress", [key, { ...CONFIRMED, limit, before }]);
  }

  #ask<Asked extends RpcQuestion>(
    question: Asked,
    params: readonly unknown[],
  ): Promise<RpcResult<Asked>> {
    const { method, schema } = contractOf(question);
    return this.#call(method, params, schema);
  }

  /** @throws CHAIN_UNREACHABLE when the chain is away, and for an answer of another form */
  async #call<Result>(
    method: string,
    params: readonly unknown[],
    schema: z.ZodType<Result>,
  ): Promise<Result> {
    const request = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
    const read = answer.safeParse(JSON.parse(await answerRpc(this.#parts, request)));
    const result = schema.safeParse(read.data?.result);
    if (!read.success || !result.success) throw new ServiceError("CHAIN_UNREACHABLE");
    return result.data;
  }
}
