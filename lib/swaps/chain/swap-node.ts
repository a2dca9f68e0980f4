/** The executor's and the intake's access to the chain. */
import "server-only";
import { z } from "zod";
import type { ChainClient, RpcAnswer } from "#lib/kernel/chain-client/read-payment.ts";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import { askingChain, configuredChain } from "#lib/platform/outbound/configured-chain.ts";
import type { AccountDataMap } from "#lib/protocol/swaps/pools/live-pools.ts";
import {
  contractOf,
  RPC_RESULTS,
  type RpcQuestion,
  type RpcResult,
  tokenAmount,
} from "#lib/protocol/wire/solana-rpc.ts";

const tokenBalance = z.looseObject({
  accountIndex: z.number().int(),
  uiTokenAmount: tokenAmount,
});
/** JSON numbers are exact only up to 2^53, and no account in a swap holds more. */
const lamports = z.number().min(0);
const encoded = RPC_RESULTS["getTransaction base64"].unwrap();
const transaction = encoded
  .extend({
    slot: z.number().int().min(0),
    meta: encoded.shape.meta.extend({
      fee: lamports,
      preBalances: z.array(lamports),
      postBalances: z.array(lamports),
      loadedAddresses: z
        .object({ writable: z.array(z.string()), readonly: z.array(z.string()) })
        .optional(),
      preTokenBalances: z.array(tokenBalance),
      postTokenBalances: z.array(tokenBalance),
    }),
  })
  .nullable();

export type ChainError = RpcResult<"simulateTransaction">["value"]["err"];
export type SignatureRow = RpcResult<"getSignaturesForAddress">[number];
export type SignatureStatus = RpcResult<"getSignatureStatuses">["value"][number];
export type LandedTransaction = NonNullable<z.output<typeof transaction>>;

/**
 * Signatures of one page. Each may come with a memo of a kilobyte, and JSON may need six bytes for
 * a character.
 */
const PAGE = 100;
/** The most signatures in one request for statuses. */
export const MAX_STATUSES = 256;

type Commitment = "confirmed" | "finalized";

export class SwapNode {
  readonly #client: ChainClient;

  constructor(client: ChainClient) {
    this.#client = client;
  }

  genesisHash(): Promise<string> {
    return askingChain(() => this.#client.readGenesisHash());
  }

  /** Newest slot and block height, from a node that has reached `minSlot`. */
  async head(commitment: Commitment, minSlot?: number): Promise<{ slot: number; height: number }> {
    const config = minSlot === undefined ? { commitment } : { commitment, minContextSlot: minSlot };
    const read = await this.#ask("getEpochInfo", [config]);
    return { slot: read.absoluteSlot, height: read.blockHeight };
  }

  /** All accounts at the same slot. */
  async accounts(keys: readonly string[]): Promise<AccountDataMap> {
    const config = { encoding: "base64", commitment: "confirmed" };
    const { value } = await this.#ask("getMultipleAccounts", [keys, config]);
    return new Map(
      keys.flatMap((key, index) => {
        const text = value[index]?.data[0];
        return text === undefined ? [] : [[key, Uint8Array.from(Buffer.from(text, "base64"))]];
      }),
    );
  }

  /**
   * At most 256 signatures. The node searches its whole history; `slot` is the newest slot that it
   * has searched.
   */
  async statuses(
    signatures: readonly string[],
  ): Promise<{ slot: number; found: readonly SignatureStatus[] }> {
    const params = [signatures, { searchTransactionHistory: true }];
    const answer = await this.#ask("getSignatureStatuses", params);
    return { slot: answer.context.slot, found: answer.value };
  }

  /**
   * The newest signatures that name a key, newest first, at most 100. A node does not order the
   * signatures of one slot.
   */
  signaturesOf(key: string, before: string | undefined, minSlot: number): Promise<SignatureRow[]> {
    const config = { limit: PAGE, commitment: "confirmed", minContextSlot: minSlot };
    const params = [key, before === undefined ? config : { ...config, before }];
    return this.#ask("getSignaturesForAddress", params);
  }

  /** Null when no confirmed block has it. */
  transaction(signature: string): Promise<LandedTransaction | null> {
    const config = {
      encoding: "base64",
      commitment: "confirmed",
      maxSupportedTransactionVersion: 0,
    };
    return this.#call("getTransaction", [signature, config], transaction);
  }

  /**
   * The error with which the transaction would fail now, null for success, and the slot of the
   * simulation.
   */
  async simulate(bytes: string): Promise<{ error: ChainError; slot: number }> {
    const config = { encoding: "base64", commitment: "confirmed", sigVerify: true };
    const { context, value } = await this.#ask("simulateTransaction", [bytes, config]);
    return { error: value.err, slot: context.slot };
  }

  /**
   * A node's refusal is returned as an answer, because the node may already have the transaction.
   */
  send(bytes: string): Promise<RpcAnswer> {
    const config = { encoding: "base64", preflightCommitment: "confirmed", maxRetries: 0 };
    return askingChain(() =>
      this.#client.call({ method: "sendTransaction", params: [bytes, config] }),
    );
  }

  #ask<Asked extends RpcQuestion>(
    question: Asked,
    params: readonly unknown[],
  ): Promise<RpcResult<Asked>> {
    const { method, schema } = contractOf(question);
    return this.#call(method, params, schema);
  }

  async #call<Result>(
    method: string,
    params: readonly unknown[],
    schema: z.ZodType<Result>,
  ): Promise<Result> {
    const answer = await askingChain(() => this.#client.call({ method, params }));
    const parsed = "error" in answer ? undefined : schema.safeParse(answer.result);
    if (parsed?.success === true) return parsed.data;
    const refusal = new ServiceError("CHAIN_UNREACHABLE");
    refusal.cause = "error" in answer ? answer.error : parsed?.error;
    throw refusal;
  }
}

/** @throws SWAPS_NOT_AVAILABLE, CHAIN_UNREACHABLE, CHAIN_IS_ANOTHER */
export async function swapNode(): Promise<SwapNode> {
  const chain = await configuredChain();
  if (chain === undefined) throw new ServiceError("SWAPS_NOT_AVAILABLE");
  return new SwapNode(chain.node);
}
