/** What the explorer asks the chain, checked before it is shown. */
import { z } from "zod";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import { answerRpc, type RpcParts } from "./answer-rpc.ts";

const answer = z.looseObject({ result: z.unknown() });

export const tokenAmount = z.looseObject({
  amount: z.string().regex(/^\d{1,20}$/),
  decimals: z.number().int().min(0),
});

const instruction = z.looseObject({
  programId: z.string(),
  /** Of programs that the node can read. */
  parsed: z.unknown().optional(),
  accounts: z.array(z.string()).optional(),
  /** base58 */
  data: z.string().optional(),
});
export type ChainInstruction = z.output<typeof instruction>;

const tokenBalance = z.looseObject({
  accountIndex: z.number().int().min(0),
  mint: z.string(),
  owner: z.string().optional(),
  uiTokenAmount: tokenAmount,
});

const transaction = z
  .looseObject({
    slot: z.number().int().min(0),
    /** Unix seconds. */
    blockTime: z.number().int().nullish(),
    meta: z.looseObject({
      err: z.unknown(),
      fee: z.number().int().min(0),
      computeUnitsConsumed: z.number().optional(),
      logMessages: z.array(z.string()).nullish(),
      preTokenBalances: z.array(tokenBalance).nullish(),
      postTokenBalances: z.array(tokenBalance).nullish(),
      innerInstructions: z
        .array(z.looseObject({ index: z.number().int(), instructions: z.array(instruction) }))
        .nullish(),
    }),
    transaction: z.looseObject({
      signatures: z.array(z.string()).min(1),
      message: z.looseObject({
        accountKeys: z.array(z.looseObject({ pubkey: z.string(), signer: z.boolean() })),
        instructions: z.array(instruction),
      }),
    }),
  })
  .nullable();
export type ChainTransaction = NonNullable<z.output<typeof transaction>>;

const status = z.looseObject({
  slot: z.number().int().min(0),
  confirmationStatus: z.enum(["processed", "confirmed", "finalized"]),
  err: z.unknown(),
});
export type ChainStatus = z.output<typeof status>;
const statuses = z.looseObject({ value: z.tuple([status.nullable()]) });

const account = z.looseObject({
  lamports: z.number().int().min(0),
  /** The program. */
  owner: z.string(),
  executable: z.boolean(),
  /** Base64 with its name, or what the node could read. */
  data: z.union([z.tuple([z.string(), z.string()]), z.looseObject({ parsed: z.unknown() })]),
});
export type ChainAccount = z.output<typeof account>;
const accountAnswer = z.looseObject({ value: account.nullable() });

export const holding = z.looseObject({
  type: z.literal("account"),
  info: z.looseObject({ mint: z.string(), owner: z.string(), tokenAmount }),
});
const holdings = z.looseObject({
  value: z.array(
    z.looseObject({
      pubkey: z.string(),
      account: z.looseObject({ data: z.looseObject({ parsed: holding }) }),
    }),
  ),
});
export type ChainHolding = { key: string; mint: string; amount: z.output<typeof tokenAmount> };

const signatures = z.array(
  z.looseObject({
    signature: z.string(),
    blockTime: z.number().int().nullish(),
    err: z.unknown(),
    memo: z.string().nullish(),
    confirmationStatus: z.string().nullish(),
  }),
);
export type ChainMention = z.output<typeof signatures>[number];

const CONFIRMED = { commitment: "confirmed" };

export class ChainReader {
  readonly #parts: RpcParts;

  constructor(parts: RpcParts) {
    this.#parts = parts;
  }

  transaction(signature: string): Promise<ChainTransaction | null> {
    const config = { ...CONFIRMED, encoding: "jsonParsed", maxSupportedTransactionVersion: 0 };
    return this.#ask(transaction, "getTransaction", signature, config);
  }

  async status(signature: string): Promise<ChainStatus | null> {
    const config = { searchTransactionHistory: true };
    return (await this.#ask(statuses, "getSignatureStatuses", [signature], config)).value[0];
  }

  slot(commitment: "processed" | "finalized"): Promise<number> {
    return this.#ask(z.number().int(), "getSlot", { commitment });
  }

  async account(key: string): Promise<ChainAccount | null> {
    const config = { ...CONFIRMED, encoding: "jsonParsed" };
    return (await this.#ask(accountAnswer, "getAccountInfo", key, config)).value;
  }

  async holdings(owner: string, programId: string): Promise<ChainHolding[]> {
    const config = { ...CONFIRMED, encoding: "jsonParsed" };
    const found = await this.#ask(
      holdings,
      "getTokenAccountsByOwner",
      owner,
      { programId },
      config,
    );
    return found.value.map(({ pubkey, account: { data } }) => {
      const { mint, tokenAmount: amount } = data.parsed.info;
      return { key: pubkey, mint, amount };
    });
  }

  /** Newest first. @param before excludes itself */
  mentions(key: string, limit: number, before: string | undefined): Promise<ChainMention[]> {
    return this.#ask(signatures, "getSignaturesForAddress", key, { ...CONFIRMED, limit, before });
  }

  /** @throws CHAIN_UNREACHABLE when the chain is away, and for an answer of another form */
  async #ask<Schema extends z.ZodType>(
    schema: Schema,
    method: string,
    ...params: unknown[]
  ): Promise<z.output<Schema>> {
    const request = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
    const read = answer.safeParse(JSON.parse(await answerRpc(this.#parts, request)));
    const parsed = schema.safeParse(read.data?.result);
    if (!read.success || !parsed.success) throw new ServiceError("CHAIN_UNREACHABLE");
    return parsed.data;
  }
}
