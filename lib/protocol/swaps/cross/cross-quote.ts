/**
 * Asks a relay in the form of LiFi's API, and reads its answer with its transaction. It refuses a
 * route through an unknown program, and a deposit into an account that the service does not allow.
 */
import { textAt, valueAt } from "#lib/protocol/answer-fields.ts";
import { divideUp, parseDecimal } from "#lib/protocol/decimal.ts";
import { decodeTransaction } from "#lib/protocol/solana/decode-transaction.ts";
import { TOKENS } from "#lib/protocol/solana/tokens.ts";
import { only, requireKinds } from "#lib/protocol/solana/transaction-rules.ts";
import type { CrossAsset } from "#lib/protocol/swaps/assets.ts";
import { readCrossMemo } from "./cross-memo.ts";
import type { CrossTerms } from "./cross-swap-transaction.ts";

const BPS = 10_000n;
const USD_DECIMALS = 12;

export type CrossQuestion = {
  /** The relay's names of the networks. */
  fromChain: string;
  toChain: string;
  assetIn: CrossAsset;
  assetOut: CrossAsset;
  /** Base units. */
  amountIn: bigint;
  /** Base58 wallets on this network and on the other. */
  payer: string;
  address: string;
  slippageBps: number;
};

export type CrossQuote = {
  id: string;
  tool: string;
  /** What the relay would pay, in base units. */
  out: bigint;
  /**
   * The loss against the market by the relay's own figures, in basis points. 10,000 when it gives
   * none.
   */
  impactBps: number;
  /** The usual duration. */
  seconds: number;
};

export type ReadCrossQuote =
  | { ok: true; quote: CrossQuote }
  /** A technical reason, in English. */
  | { ok: false; reason: string };

/** @param relayUrl `quote_url` of the terms */
export function quoteAddress(relayUrl: string, question: CrossQuestion): string {
  const { fromChain, toChain, assetIn, assetOut, amountIn, payer, address, slippageBps } = question;
  const query = new URLSearchParams({
    fromChain,
    toChain,
    fromToken: TOKENS[assetIn].mint,
    toToken: TOKENS[assetOut].mint,
    fromAmount: String(amountIn),
    fromAddress: payer,
    toAddress: address,
    slippage: String(slippageBps / 10_000),
  });
  return `${relayUrl}/quote?${query}`;
}

/**
 * @param answer the relay's answer, parsed from JSON. @param network the destination of the
 * question
 */
export function readCrossQuote(
  answer: unknown,
  question: CrossQuestion & { network: string },
  terms: Pick<CrossTerms, "depositAccounts">,
): ReadCrossQuote {
  try {
    requireAction(answer, question);
    requireDeposit(textAt(answer, "transactionRequest", "data"), question, terms);
    const out = textAt(answer, "estimate", "toAmount");
    if (!/^[1-9]\d{0,19}$/.test(out)) throw new Error("it pays nothing");
    const quote = {
      id: textAt(answer, "id"),
      tool: textAt(answer, "tool"),
      out: BigInt(out),
      impactBps: lossBps(answer),
      seconds: Number(valueAt(answer, "estimate", "executionDuration")) || 0,
    };
    return { ok: true, quote };
  } catch (error) {
    return { ok: false, reason: error instanceof Error ? error.message : "it cannot be read" };
  }
}

function requireAction(answer: unknown, question: CrossQuestion): void {
  const wanted: [string, ...string[]][] = [
    [String(question.amountIn), "fromAmount"],
    [TOKENS[question.assetIn].mint, "fromToken", "address"],
    [TOKENS[question.assetOut].mint, "toToken", "address"],
    [question.payer, "fromAddress"],
    [question.address, "toAddress"],
  ];
  for (const [value, ...path] of wanted)
    if (textAt(answer, "action", ...path) !== value) throw new Error("it answers another question");
}

const KINDS = ["compute-limit", "compute-price", "token-transfer", "memo"] as const;

function requireDeposit(
  data: string,
  { assetIn, assetOut, amountIn, payer, address, network }: CrossQuestion & { network: string },
  { depositAccounts }: Pick<CrossTerms, "depositAccounts">,
): void {
  const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
  const decoded = decodeTransaction(bytes);
  requireKinds(decoded, KINDS);
  const transfer = only(decoded.instructions, "token-transfer");
  const { mint } = TOKENS[assetIn];
  const isDeposit =
    transfer.mint === mint &&
    transfer.amount === amountIn &&
    transfer.authority === payer &&
    Object.hasOwn(depositAccounts, mint) &&
    transfer.destination === depositAccounts[mint];
  if (!isDeposit) throw new Error("its deposit is not the one that was asked for");
  const order = readCrossMemo(only(decoded.instructions, "memo").text);
  if (order?.network !== network || order.asset !== assetOut || order.address !== address)
    throw new Error("its order is not the one that was asked for");
}

/** Rounded up. A gain counts as no loss. */
function lossBps(answer: unknown): number {
  const usd = (name: string) => {
    const text = valueAt(answer, "estimate", name);
    return typeof text === "string" ? parseDecimal(text, USD_DECIMALS) : undefined;
  };
  const [given, taken] = [usd("fromAmountUSD"), usd("toAmountUSD")];
  if (given === undefined || given === 0n || taken === undefined) return Number(BPS);
  return given <= taken ? 0 : Number(divideUp((given - taken) * BPS, given));
}
