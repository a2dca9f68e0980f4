"use client";

import { ArrowDownUp } from "lucide-react";
import { type FormEvent, lazy, useState } from "react";
import { isUndecided } from "#components/chain/signed-record.ts";
import { errorText } from "#components/data/errors/error-text.ts";
import { failureText } from "#components/data/failure-text.ts";
import { useFrame } from "#components/data/frame-context.ts";
import type { Failure } from "#components/data/http.ts";
import { useFormat } from "#components/i18n/i18n-provider.tsx";
import { Units } from "#components/swaps/amount.tsx";
import type { RoutedAsk, SwapAsk } from "#components/swaps/kinds/preparation.ts";
import type { TrackedSwap } from "#components/swaps/progress/swap-record.ts";
import { useJupiterName } from "#components/swaps/routes.tsx";
import type { WalletBalances } from "#components/swaps/sources/read-balances.ts";
import type { SwapTerms } from "#components/swaps/sources/read-pools.ts";
import { ROUTES_BUSY } from "#components/swaps/sources/read-routes.ts";
import { listSources, type RouteSource } from "#components/swaps/sources/route-source.ts";
import { useSwapText } from "#components/swaps/texts.tsx";
import { buttonStyle } from "#components/ui/button.tsx";
import { LazyBoundary } from "#components/ui/lazy-boundary.tsx";
import { TOGGLE_ITEM, ToggleGroup } from "#components/ui/toggle-group.tsx";
import { formatDecimal } from "#lib/protocol/decimal.ts";
import { TOKENS, type TokenSymbol } from "#lib/protocol/solana/tokens.ts";
import { DEFAULT_SLIPPAGE_BPS, slippageCapBps } from "#lib/protocol/swaps/assets.ts";
import type { FeeTerms } from "#lib/protocol/swaps/swap-fee.ts";
import { AssetField } from "./asset-field.tsx";
import { HeldBalance, Slippage, Submit, WalletNotes } from "./form-parts.tsx";
import type { SwapDraft, SwapQuote } from "./quote.ts";
import { QuoteFacts } from "./quote-facts.tsx";
import { useQuote } from "./use-quote.ts";
import { useMarks, useWalletFacts } from "./use-swap-facts.ts";

const SwapDialog = lazy(() => import("#components/swaps/review/swap-dialog.tsx"));

const FIRST: SwapDraft = {
  assetIn: "USDC",
  assetOut: "SOL",
  typed: "",
  slippageBps: DEFAULT_SLIPPAGE_BPS,
};

type SwapFormProps = { terms: SwapTerms; swaps: readonly TrackedSwap[] };

/** Amount, assets and slippage of a swap, with a quote that stays up to date. */
export function SwapForm({ terms, swaps }: SwapFormProps) {
  const form = useSwapForm(terms, swaps);
  const { draft, setDraft, source, quotes, own, problem } = form;
  const { quoted, failure } = quotes;
  return (
    <>
      <form
        className="flex flex-col gap-3"
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          form.review();
        }}
      >
        <Sides
          draft={draft}
          onDraft={setDraft}
          assets={terms.assets}
          quoted={quoted}
          balances={own.balances.data}
          fee={own.fee}
          problem={problem}
        />
        <Slippage draft={draft} onDraft={setDraft} />
        <Routes terms={terms} source={source} onSource={form.setSource} />
        <QuoteNotes form={form} />
        <WalletNotes
          terms={terms}
          own={failure === undefined ? own : { ...own, error: undefined }}
          isWaiting={form.isWaiting}
        />
        <Submit
          isReady={form.isReady}
          isReading={quoted.state === "reading" && failure === undefined}
        />
      </form>
      {form.reviewed === undefined ? null : (
        <LazyBoundary onFailure={form.close}>
          <SwapDialog
            terms={terms}
            ask={form.reviewed}
            onClose={form.close}
            onSent={() => {
              setDraft({ ...draft, typed: "" });
              form.close();
            }}
          />
        </LazyBoundary>
      )}
    </>
  );
}

type Form = ReturnType<typeof useSwapForm>;

function useSwapForm(terms: SwapTerms, swaps: readonly TrackedSwap[]) {
  const { person } = useFrame();
  const [draft, setDraft] = useState(FIRST);
  const [source, setSource] = useState<RouteSource>(() => listSources(terms)[0] ?? "pools");
  const [reviewed, setReviewed] = useState<SwapAsk | RoutedAsk>();
  const own = useWalletFacts(terms);
  const { fee, balances } = own;
  const { marks, stale } = useMarks(draft.assetIn, draft.assetOut);
  const isPaused = reviewed !== undefined;
  const quotes = useQuote(terms, draft, { source, fee, marks, isPaused });
  const { quoted } = quotes;
  const problem = problemOf(quoted, draft, balances.data);
  const isWaiting = swaps.some(isUndecided);
  const isReady = quoted.state === "quoted" && problem === undefined && own.isRead && !isWaiting;
  const review = () => {
    if (!isReady || person?.account === undefined) return;
    const { assetIn, assetOut, slippageBps } = draft;
    const { amountIn } = quoted.quoted;
    const ask = { account: person.account, assetIn, assetOut, amountIn, slippageBps, fee };
    const routesUrl = terms.routes_url;
    setReviewed(source === "jupiter" && routesUrl !== null ? { ...ask, routesUrl } : ask);
  };
  const close = () => {
    setReviewed(undefined);
    quotes.reload();
    own.reload();
  };
  return {
    draft,
    setDraft,
    source,
    setSource,
    own,
    marks,
    stale,
    quotes,
    problem,
    isWaiting,
    isReady,
    reviewed,
    review,
    close,
  };
}

type RoutesProps = {
  terms: SwapTerms;
  source: RouteSource;
  onSource: (source: RouteSource) => void;
};

/** The choice between sources of routes, if there are two. */
function Routes({ terms, source, onSource }: RoutesProps) {
  const text = useSwapText();
  const names = { pools: text("routes_pools"), jupiter: useJupiterName()(terms.simulated) };
  const options = listSources(terms).map((value) => ({ value, label: names[value] }));
  if (options.length < 2) return null;
  return (
    <div className="flex flex-col gap-1 text-xs">
      <span className="text-ink-muted">{text("routes")}</span>
      <ToggleGroup
        label={text("routes")}
        value={source}
        options={options}
        onChange={onSource}
        className="grid grid-cols-2 items-stretch gap-1"
        itemClassName={TOGGLE_ITEM}
      />
    </div>
  );
}

/** Why the last read of a source failed. */
function QuoteFailure({ failure, source }: { failure: Failure; source: RouteSource }) {
  const text = useSwapText();
  const { code, message } = failure;
  if (code === ROUTES_BUSY) return text("routesBusy");
  // A chain that does not answer has its own message; other failures read as everywhere.
  if (source === "pools")
    return code === "CHAIN_UNREACHABLE" ? errorText(code, message) : failureText(failure);
  return (
    <>
      {text("refused_jupiter")}{" "}
      <bdi dir="ltr" translate="no" className="font-mono text-2xs">
        {message}
      </bdi>
    </>
  );
}

/** The details of the quote, or why there is none. */
function QuoteNotes({ form: { draft, source, own, marks, stale, quotes } }: { form: Form }) {
  const text = useSwapText();
  const { quoted, failure } = quotes;
  return (
    <>
      {quoted.state === "quoted" ? (
        <QuoteFacts draft={draft} quoted={quoted.quoted} fee={own.fee} marks={marks} />
      ) : null}
      {quoted.state === "quoted" && stale !== undefined ? (
        <output className="text-xs text-warn">{text("noCurrentPrice", { asset: stale })}</output>
      ) : null}
      {quoted.state === "noRoute" ? (
        <output className="text-xs text-warn">{text("noRoute")}</output>
      ) : null}
      {failure === undefined ? null : (
        <p role="alert" className="text-xs text-warn">
          {quoted.state === "quoted" ? text("quoteIsOld") : ""}{" "}
          <QuoteFailure failure={failure} source={source} />
        </p>
      )}
    </>
  );
}

type Problem = Extract<SwapQuote, { state: "problem" }>["problem"] | "exceedsWallet";

function problemOf(
  quoted: SwapQuote,
  { assetIn }: SwapDraft,
  held: WalletBalances | undefined,
): Problem | undefined {
  if (quoted.state === "problem") return quoted.problem;
  if (quoted.state !== "quoted" || held === undefined) return undefined;
  const { amountIn, fee } = quoted.quoted;
  return amountIn + fee.charged > held[assetIn] ? "exceedsWallet" : undefined;
}

type SidesProps = {
  draft: SwapDraft;
  onDraft: (draft: SwapDraft) => void;
  assets: readonly TokenSymbol[];
  quoted: SwapQuote;
  balances: WalletBalances | undefined;
  fee: FeeTerms;
  problem: Problem | undefined;
};

function Sides({ draft, onDraft, assets, quoted, balances, fee, problem }: SidesProps) {
  const text = useSwapText();
  const { grouped } = useFormat();
  const { assetIn, assetOut, slippageBps } = draft;
  const choose = (side: "assetIn" | "assetOut") => (asset: TokenSymbol) => {
    const other = side === "assetIn" ? assetOut : assetIn;
    // Choosing the other side's asset swaps the two sides.
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
        assets={assets}
        onAsset={choose("assetIn")}
        amount={draft.typed}
        onType={(typed) => onDraft({ ...draft, typed })}
        error={problem === undefined ? undefined : text(`problem_${problem}`)}
        note={
          <HeldBalance
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
        assets={assets}
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
