/** What executor and intake read of the chain, and send to it. */
import "server-only";
import { z } from "zod";
import { askingChain, configuredChain } from "#lib/platform/chain-client/configured-chain.ts";
import type { ChainClient, RpcAnswer } from "#lib/platform/chain-client/read-payment.ts";
import { ServiceError } from "#lib/platform/errors.ts";
import type { AccountData } from "#lib/protocol/swaps/live-pools.ts";

const slot = z.number().int().min(0);
const error = z.union([z.string(), z.record(z.string(), z.unknown())]).nullable();
const inContext = <Value extends z.ZodType>(value: Value) =>
  z.looseObject({ context: z.looseObject({ slot }), value });

const accounts = inContext(
  z.array(z.looseObject({ data: z.tuple([z.string(), z.literal("base64")]) }).nullable()),
);
const statuses = inContext(
  z.array(
    z
      .looseObject({
        slot,
        err: error,
        confirmationStatus: z.enum(["processed", "confirmed", "finalized"]),
      })
      .nullable(),
  ),
);
const signatureRows = z.array(
  z.looseObject({ signature: z.string(), slot, err: error, memo: z.string().nullish() }),
);
const tokenBalance = z.looseObject({
  accountIndex: z.number().int(),
  uiTokenAmount: z.looseObject({ amount: z.string().regex(/^\d{1,20}$/) }),
});
/** More than a number holds exactly is in no account that swaps. */
const lamports = z.number().min(0);
const transaction = z
  .looseObject({
    slot,
    /** Unix seconds. */
    blockTime: z.number().int(),
    transaction: z.tuple([z.string(), z.literal("base64")]),
    meta: z.looseObject({
      err: error,
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
const simulated = inContext(z.looseObject({ err: error }));
const epoch = z.looseObject({ absoluteSlot: slot, blockHeight: slot });

export type ChainError = z.output<typeof error>;
export type SignatureRow = z.output<typeof signatureRows>[number];
export type SignatureStatus = z.output<typeof statuses>["value"][number];
export type LandedTransaction = NonNullable<z.output<typeof transaction>>;

/** Signatures of one page: each may come with a memo of a kilobyte, which JSON may write with six bytes a character. */
const PAGE = 100;
/** Signatures of one question about statuses. */
export const MOST_STATUSES = 256;

type Commitment = "confirmed" | "finalized";

export class SwapNode {
  readonly #client: ChainClient;

  constructor(client: ChainClient) {
    this.#client = client;
  }

  genesisHash(): Promise<string> {
    return askingChain(() => this.#client.readGenesisHash());
  }

  /** Newest slot and block height, of a node that has reached a slot. */
  async head(commitment: Commitment, minSlot?: number): Promise<{ slot: number; height: number }> {
    const config = minSlot === undefined ? { commitment } : { commitment, minContextSlot: minSlot };
    const read = await this.#ask("getEpochInfo", [config], epoch);
    return { slot: read.absoluteSlot, height: read.blockHeight };
  }

  /** All of one slot. */
  async accounts(keys: readonly string[]): Promise<AccountData> {
    const config = { encoding: "base64", commitment: "confirmed" };
    const { value } = await this.#ask("getMultipleAccounts", [keys, config], accounts);
    return new Map(
      keys.flatMap((key, index) => {
        const text = value[index]?.data[0];
        return text === undefined ? [] : [[key, Uint8Array.from(Buffer.from(text, "base64"))]];
      }),
    );
  }

  /** At most 256, with the whole history searched; `slot` is how far the node has looked. */
  async statuses(
    signatures: readonly string[],
  ): Promise<{ slot: number; found: readonly SignatureStatus[] }> {
    const config = { searchTransactionHistory: true };
    const answer = await this.#ask("getSignatureStatuses", [signatures, config], statuses);
    return { slot: answer.context.slot, found: answer.value };
  }

  /** The newest ones that name a key, newest first, at most 100. A node does not order those of one slot. */
  signaturesOf(key: string, before: string | undefined, minSlot: number): Promise<SignatureRow[]> {
    const config = { limit: PAGE, commitment: "confirmed", minContextSlot: minSlot };
    const params = [key, before === undefined ? config : { ...config, before }];
    return this.#ask("getSignaturesForAddress", params, signatureRows);
  }

  /** Null when it is in no confirmed block. */
  transaction(signature: string): Promise<LandedTransaction | null> {
    const config = {
      encoding: "base64",
      commitment: "confirmed",
      maxSupportedTransactionVersion: 0,
    };
    return this.#ask("getTransaction", [signature, config], transaction);
  }

  /** The error with which the transaction would fail now, null for success, and the slot in which it was tried. */
  async simulate(bytes: string): Promise<{ error: ChainError; slot: number }> {
    const config = { encoding: "base64", commitment: "confirmed", sigVerify: true };
    const { context, value } = await this.#ask("simulateTransaction", [bytes, config], simulated);
    return { error: value.err, slot: context.slot };
  }

  /** A node's refusal is an answer: it may have the transaction from before. */
  send(bytes: string): Promise<RpcAnswer> {
    const config = { encoding: "base64", preflightCommitment: "confirmed", maxRetries: 0 };
    return askingChain(() =>
      this.#client.call({ method: "sendTransaction", params: [bytes, config] }),
    );
  }

  async #ask<Result>(
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
