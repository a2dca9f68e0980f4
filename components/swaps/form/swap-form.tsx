"use client";

import { ArrowDownUp } from "lucide-react";
import { type FormEvent, lazy, useState } from "react";
import { isUndecided } from "#components/chain/signed-record.ts";
import { errorText } from "#components/data/errors/error-text.ts";
import { failureText } from "#components/data/failure-text.ts";
import { useFrame } from "#components/data/frame-context.ts";
import type { Failure } from "#components/data/http.ts";
import type { Repeated } from "#components/data/use-repeated-read.ts";
import { useFormat, useLocale } from "#components/i18n/i18n-provider.tsx";
import { Units } from "#components/swaps/amount.tsx";
import type { TrackedSwap } from "#components/swaps/progress/swap-record.ts";
import type { SwapAsk } from "#components/swaps/review/preparation.ts";
import type { Balances } from "#components/swaps/sources/read-balances.ts";
import type { SwapTerms } from "#components/swaps/sources/read-pools.ts";
import { useSwapText } from "#components/swaps/texts.tsx";
import { buttonStyle } from "#components/ui/button.tsx";
import { LazyBoundary } from "#components/ui/lazy-boundary.tsx";
import { formatDecimal } from "#lib/protocol/decimal.ts";
import { TOKENS, type TokenSymbol } from "#lib/protocol/solana/tokens.ts";
import { DEFAULT_SLIPPAGE_BPS, slippageCapBps } from "#lib/protocol/swaps/assets.ts";
import type { LivePool } from "#lib/protocol/swaps/plan-route.ts";
import type { FeeTerms } from "#lib/protocol/swaps/swap-fee.ts";
import { AssetField } from "./asset-field.tsx";
import { Held, Slippage, Submit, WalletNotes } from "./form-parts.tsx";
import { type Draft, type Quote, quote } from "./quote.ts";
import { QuoteFacts } from "./quote-facts.tsx";
import { useMarks, usePools, useWalletFacts } from "./use-swap-facts.ts";

const SwapDialog = lazy(() => import("#components/swaps/review/swap-dialog.tsx"));

const FIRST: Draft = {
  assetIn: "USDC",
  assetOut: "SOL",
  typed: "",
  slippageBps: DEFAULT_SLIPPAGE_BPS,
};

type SwapFormProps = { terms: SwapTerms; swaps: readonly TrackedSwap[] };

/** Amount, assets and slippage of a swap, with a quote that is never older than five seconds. */
export function SwapForm({ terms, swaps }: SwapFormProps) {
  const locale = useLocale();
  const { person } = useFrame();
  const [draft, setDraft] = useState(FIRST);
  const [reviewed, setReviewed] = useState<SwapAsk>();
  const pools = usePools(terms, reviewed !== undefined);
  const own = useWalletFacts(terms);
  const { fee, balances } = own;
  const quoted = quote(draft, locale, { pools: pools.data, fee });
  const problem = problemOf(quoted, draft, balances.data);
  const isWaiting = swaps.some(isUndecided);
  const isReady = quoted.state === "quoted" && problem === undefined && own.isRead && !isWaiting;
  const review = () => {
    if (!isReady || person?.account === undefined) return;
    const { assetIn, assetOut, slippageBps } = draft;
    const { amountIn } = quoted.quoted;
    setReviewed({ account: person.account, assetIn, assetOut, amountIn, slippageBps, fee });
  };
  const close = () => {
    setReviewed(undefined);
    void pools.reload();
    own.reload();
  };
  const sent = () => {
    setDraft({ ...draft, typed: "" });
    close();
  };
  return (
    <>
      <form
        className="flex flex-col gap-3"
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          review();
        }}
      >
        <Sides
          draft={draft}
          onDraft={setDraft}
          quoted={quoted}
          balances={balances.data}
          fee={fee}
          problem={problem}
        />
        <Slippage draft={draft} onDraft={setDraft} />
        <QuoteNotes draft={draft} quoted={quoted} fee={fee} pools={pools} />
        <WalletNotes
          terms={terms}
          own={pools.failure === undefined ? own : { ...own, error: undefined }}
          isWaiting={isWaiting}
        />
        <Submit
          isReady={isReady}
          isReading={quoted.state === "reading" && pools.failure === undefined}
        />
      </form>
      {reviewed === undefined ? null : (
        <LazyBoundary onFailure={close}>
          <SwapDialog terms={terms} ask={reviewed} onClose={close} onSent={sent} />
        </LazyBoundary>
      )}
    </>
  );
}

type QuoteNotesProps = {
  draft: Draft;
  quoted: Quote;
  fee: FeeTerms;
  pools: Repeated<readonly LivePool[]>;
};

/** What the quote means, or why there is none. */
function QuoteNotes({ draft, quoted, fee, pools }: QuoteNotesProps) {
  const text = useSwapText();
  const { marks, stale } = useMarks(draft.assetIn, draft.assetOut);
  return (
    <>
      {quoted.state === "quoted" ? (
        <QuoteFacts draft={draft} quoted={quoted.quoted} fee={fee} marks={marks} />
      ) : null}
      {quoted.state === "quoted" && stale !== undefined ? (
        <output className="text-xs text-warn">{text("noCurrentPrice", { asset: stale })}</output>
      ) : null}
      {quoted.state === "noRoute" ? (
        <output className="text-xs text-warn">{text("noRoute")}</output>
      ) : null}
      {pools.failure === undefined ? null : (
        <p role="alert" className="text-xs text-warn">
          {pools.data === undefined ? "" : text("quoteIsOld")} {poolsText(pools.failure)}
        </p>
      )}
    </>
  );
}

/** A chain that does not answer is named; other failures read as everywhere. */
function poolsText(failure: Failure): string {
  const { code, message } = failure;
  return code === "CHAIN_UNREACHABLE" ? errorText(code, message) : failureText(failure);
}

type Problem = Extract<Quote, { state: "problem" }>["problem"] | "exceedsWallet";

function problemOf(
  quoted: Quote,
  { assetIn }: Draft,
  held: Balances | undefined,
): Problem | undefined {
  if (quoted.state === "problem") return quoted.problem;
  if (quoted.state !== "quoted" || held === undefined) return undefined;
  const { amountIn, fee } = quoted.quoted;
  return amountIn + fee.charged > held[assetIn] ? "exceedsWallet" : undefined;
}

type SidesProps = {
  draft: Draft;
  onDraft: (draft: Draft) => void;
  quoted: Quote;
  balances: Balances | undefined;
  fee: FeeTerms;
  problem: Problem | undefined;
};

function Sides({ draft, onDraft, quoted, balances, fee, problem }: SidesProps) {
  const text = useSwapText();
  const { grouped } = useFormat();
  const { assetIn, assetOut, slippageBps } = draft;
  const choose = (side: "assetIn" | "assetOut") => (asset: TokenSymbol) => {
    const other = side === "assetIn" ? assetOut : assetIn;
    // Choosing the other side's asset turns the pair round.
    const pair =
      asset === other
        ? { assetIn: assetOut, assetOut: assetIn }
        : { assetIn, assetOut, [side]: asset };
    const most = slippageCapBps(pair.assetIn, pair.assetOut);
    onDraft({ ...draft, ...pair, slippageBps: Math.min(slippageBps, most) });
  };
  return (
    <div className="relative flex flex-col gap-1.5">
      <AssetField
        label={text("youPay")}
        asset={assetIn}
        onAsset={choose("assetIn")}
        amount={draft.typed}
        onType={(typed) => onDraft({ ...draft, typed })}
        error={problem === undefined ? undefined : text(`problem_${problem}`)}
        note={
          <Held
            asset={assetIn}
            balances={balances}
            fee={fee}
            onMost={(typed) => onDraft({ ...draft, typed })}
          />
        }
      />
      <button
        type="button"
        aria-label={text("turn")}
        title={text("turn")}
        onClick={() => onDraft({ ...draft, assetIn: assetOut, assetOut: assetIn })}
        className={buttonStyle({
          size: "icon",
          className: "-my-4 z-10 self-center bg-surface pointer-coarse:size-11",
        })}
      >
        <ArrowDownUp size={14} aria-hidden />
      </button>
      <AssetField
        label={text("youGet")}
        asset={assetOut}
        onAsset={choose("assetOut")}
        amount={
          quoted.state === "quoted"
            ? grouped(formatDecimal(quoted.quoted.route.out, TOKENS[assetOut].decimals))
            : ""
        }
        note={balances === undefined ? null : <Units asset={assetOut} units={balances[assetOut]} />}
      />
    </div>
  );
}
