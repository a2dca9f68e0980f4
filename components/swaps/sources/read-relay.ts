/** The source of routes to another network: a relay, which answers in the form of LiFi's API. The browser asks it itself. */
import { isRecord } from "#lib/protocol/is-record.ts";
import type { TokenSymbol } from "#lib/protocol/solana/tokens.ts";
import { isCrossAsset } from "#lib/protocol/swaps/assets.ts";
import {
  quoteAddress,
  type ReadCrossQuote,
  readCrossQuote,
} from "#lib/protocol/swaps/cross-quote.ts";
import type { SwapTerms } from "./read-pools.ts";

export type Destination = SwapTerms["destinations"][number];

export type RelayQuestion = {
  /** Base58 wallets, here and there. */
  account: string;
  address: string;
  assetIn: TokenSymbol;
  assetOut: TokenSymbol;
  /** Base units. */
  amountIn: bigint;
  slippageBps: number;
};

const TIMEOUT_MS = 8_000;
/** Quotes take a few thousand characters. */
const MOST_CHARACTERS = 200_000;

/** The relay's own transaction is read as well: a route through a program that is not known here is refused. */
export async function readRelay(
  destination: Destination,
  { account: payer, assetIn, assetOut, ...asked }: RelayQuestion,
  signal?: AbortSignal,
): Promise<ReadCrossQuote> {
  if (!isCrossAsset(assetIn) || !isCrossAsset(assetOut))
    return { ok: false, reason: "the relay does not take these assets" };
  const { network, from_chain: fromChain, to_chain: toChain } = destination;
  const { address, amountIn, slippageBps } = asked;
  const pair = { assetIn, assetOut, amountIn, payer, address, slippageBps };
  const question = { fromChain, toChain, network, ...pair };
  const answer = await ask(quoteAddress(destination.quote_url, question), signal);
  if (typeof answer === "string") return { ok: false, reason: answer };
  const { deposit_accounts: depositAccounts } = destination;
  return readCrossQuote(answer.body, question, { depositAccounts });
}

/** Another party's server gets nothing about the person but the question. @returns a reason instead of an answer */
async function ask(
  url: string,
  signal: AbortSignal | undefined,
): Promise<{ body: unknown } | string> {
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  try {
    const response = await fetch(url, {
      credentials: "omit",
      referrerPolicy: "no-referrer",
      cache: "no-store",
      signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
    });
    const text = await response.text();
    if (text.length > MOST_CHARACTERS) return "its answer is too long";
    const body: unknown = JSON.parse(text);
    if (response.ok) return { body };
    const message = isRecord(body) ? body["message"] : undefined;
    return typeof message === "string" ? message.slice(0, 200) : `it answered ${response.status}`;
  } catch {
    return "it does not answer";
  }
}
