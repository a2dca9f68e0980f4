/** A quote of the relay in the form of LiFi's API, with an unsigned transaction that deposits at the relay. */
import { createHash, randomUUID } from "node:crypto";
import { address, createNoopSigner } from "@solana/kit";
import { getTransferCheckedInstruction } from "@solana-program/token";
import { z } from "zod";
import { formatDecimal, parseDecimal } from "#lib/protocol/decimal.ts";
import { decodePublicKey } from "#lib/protocol/signing/signing.ts";
import { tokenAccountOf } from "#lib/protocol/solana/find-token-account.ts";
import { TOKENS } from "#lib/protocol/solana/tokens.ts";
import { CROSS_ASSETS, type CrossAsset } from "#lib/protocol/swaps/assets.ts";
import { crossMemo } from "#lib/protocol/swaps/cross/cross-memo.ts";
import { referenceOutput } from "#lib/protocol/swaps/cross/cross-price.ts";
import { leastOutput } from "#lib/protocol/swaps/plan/swap-plan.ts";
import { budget, buildMemo, compile } from "#lib/protocol/swaps/pools/build-swap.ts";
import type { LivePool } from "#lib/protocol/swaps/pools/find-best-route.ts";
import type { Relay } from "./relay.ts";
import { relayOutput } from "./relay-price.ts";

/** As the API names the two chains: by key or number. */
export const CHAIN_IDS: Readonly<Record<string, number>> = {
  simulated: 4300,
  "simulated-destination": 4310,
};
export const TOOL = "relay";
const SOURCE = "simulated";
const ORDER_SECONDS = 30;
const USUAL_SECONDS = 8;
const COMPUTE_UNITS = 60_000;
const USD_DECIMALS = 6;
/** A price is measured with a small part of a token, which moves no pool. */
const PRICE_PART = 1_000n;

const wallet = z.string().refine((text) => decodePublicKey(text) !== undefined, "must be base58");
const token = z.string().transform((mint, context): CrossAsset => {
  const found = CROSS_ASSETS.find((asset) => asset === mint || TOKENS[asset].mint === mint);
  if (found === undefined) context.addIssue({ code: "custom", message: "is not supported" });
  return found ?? "USDC";
});
const chain = z.string().transform((text) => {
  const found = Object.entries(CHAIN_IDS).find(([key, id]) => text === key || text === String(id));
  return found?.[0] ?? text;
});
/** A fraction, as the API writes it. @returns basis points */
const slippage = z.string().transform((text, context): number => {
  const bps = parseDecimal(text, 4);
  if (bps === undefined || bps > 10_000n)
    context.addIssue({ code: "custom", message: "must be a fraction of at most 4 decimals" });
  return Number(bps ?? 0n);
});

export const QuoteQuery = z.object({
  fromChain: chain,
  toChain: chain,
  fromToken: token,
  toToken: token,
  fromAmount: z.string().regex(/^[1-9]\d{0,18}$/),
  fromAddress: wallet,
  toAddress: wallet.optional(),
  slippage: slippage.default(50),
});
export type QuoteQuery = z.output<typeof QuoteQuery>;

/** Undefined when the relay has no way there, or does not hold so much. @param now Unix milliseconds. @throws ChainUnreachable */
export async function quote(
  relay: Relay,
  query: QuoteQuery,
  now: number,
): Promise<object | undefined> {
  const { network, pools: read } = relay.parts;
  const { fromToken: assetIn, toToken: assetOut } = query;
  if (query.fromChain !== SOURCE || query.toChain !== network) return undefined;
  const amountIn = BigInt(query.fromAmount);
  const pools = await read();
  const pair = { assetIn, assetOut, amountIn };
  const out = relayOutput(pools, pair);
  if (out === 0n || (await relay.available(assetOut)) < out) return undefined;
  const id = randomUUID();
  const least = leastOutput(out, query.slippage);
  const retained = referenceOutput(pools, pair) - out;
  return {
    id,
    type: "lifi",
    tool: TOOL,
    toolDetails: { key: TOOL, name: "Simulated relay", logoURI: "" },
    action: actionOf(pools, query),
    estimate: {
      tool: TOOL,
      fromAmount: query.fromAmount,
      toAmount: String(out),
      toAmountMin: String(least),
      approvalAddress: relay.parts.accounts.get(assetIn) ?? "",
      executionDuration: USUAL_SECONDS,
      fromAmountUSD: usdOf(pools, assetIn, amountIn),
      toAmountUSD: usdOf(pools, assetOut, out),
      feeCosts: [
        {
          name: "Relay fee",
          amount: String(retained),
          amountUSD: usdOf(pools, assetOut, retained),
          token: tokenOf(pools, assetOut, network),
          included: true,
        },
      ],
      gasCosts: [],
    },
    includedSteps: [],
    transactionRequest: { data: await depositRequest(relay, query, { id, least, now }) },
  };
}

function actionOf(pools: readonly LivePool[], query: QuoteQuery): object {
  return {
    fromChainId: CHAIN_IDS[query.fromChain],
    toChainId: CHAIN_IDS[query.toChain],
    fromToken: tokenOf(pools, query.fromToken, query.fromChain),
    toToken: tokenOf(pools, query.toToken, query.toChain),
    fromAmount: query.fromAmount,
    fromAddress: query.fromAddress,
    toAddress: query.toAddress ?? query.fromAddress,
    slippage: query.slippage / 10_000,
  };
}

function tokenOf(pools: readonly LivePool[], asset: CrossAsset, network: string): object {
  const { mint, symbol, decimals } = TOKENS[asset];
  const priceUSD = usdOf(pools, asset, 10n ** BigInt(decimals));
  return { address: mint, chainId: CHAIN_IDS[network], symbol, decimals, name: symbol, priceUSD };
}

function usdOf(pools: readonly LivePool[], asset: CrossAsset, units: bigint): string {
  if (asset === "USDC") return formatDecimal(units, USD_DECIMALS);
  const amountIn = 10n ** BigInt(TOKENS[asset].decimals) / PRICE_PART;
  const usd = referenceOutput(pools, { assetIn: asset, assetOut: "USDC", amountIn });
  return formatDecimal((units * usd) / amountIn, USD_DECIMALS);
}

type Order = { id: string; least: bigint; now: number };

/** Base64. Signing it unchanged gives an order as well: its digest is that of the quote's id. */
async function depositRequest(
  { parts: { source, accounts, network } }: Relay,
  query: QuoteQuery,
  { id, least, now }: Order,
): Promise<string> {
  const { fromAddress: payer, fromToken } = query;
  const { mint, decimals } = TOKENS[fromToken];
  const { blockhash, lastValidBlockHeight } = await source.life();
  const memo = crossMemo({
    digest: createHash("sha256").update(id).digest("base64url"),
    expiresAt: Math.floor(now / 1_000) + ORDER_SECONDS,
    network,
    asset: query.toToken,
    minOut: least,
    address: query.toAddress ?? payer,
  });
  const bytes = compile({ payer, blockhash, lastValidHeight: lastValidBlockHeight }, [
    ...budget({ units: COMPUTE_UNITS, price: 0n }),
    getTransferCheckedInstruction({
      source: await tokenAccountOf(payer, mint),
      mint: address(mint),
      destination: address(accounts.get(fromToken) ?? ""),
      authority: createNoopSigner(address(payer)),
      amount: BigInt(query.fromAmount),
      decimals,
    }),
    buildMemo(memo),
  ]);
  return Buffer.from(bytes).toString("base64");
}
