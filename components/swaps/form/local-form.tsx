"use client";

import { useState } from "react";
import { errorText } from "#components/data/errors/error-text.ts";
import { failureText } from "#components/data/failure-text.ts";
import type { Failure } from "#components/data/http.ts";
import { useText } from "#components/i18n/i18n-provider.tsx";
import type { SwapAsk } from "#components/swaps/kinds/preparation.ts";
import type { TrackedSwap } from "#components/swaps/progress/swap-record.ts";
import { useJupiterName } from "#components/swaps/routes.tsx";
import type { SwapTerms } from "#components/swaps/sources/read-pools.ts";
import { ROUTES_BUSY } from "#components/swaps/sources/read-routes.ts";
import { listSources, type RouteSource } from "#components/swaps/sources/route-source.ts";
import { TOGGLE_ITEM, ToggleGroup } from "#components/ui/toggle-group.tsx";
import { QuoteFacts } from "./quote-facts.tsx";
import { SwapForm } from "./swap-form.tsx";
import { useQuote } from "./use-quote.ts";
import { useMarks } from "./use-swap-facts.ts";
import { type SwapFormState, useSwapForm } from "./use-swap-form.ts";

const FIRST = { assetIn: "USDC", assetOut: "SOL" } as const;

type LocalFormProps = { terms: SwapTerms; swaps: readonly TrackedSwap[] };

/** A swap on this network, with a quote that stays up to date. */
export function LocalForm({ terms, swaps }: LocalFormProps) {
  const form = useSwapForm(terms, swaps, FIRST);
  const local = useLocalQuote(terms, form);
  return (
    <SwapForm terms={terms} form={form} quote={local.quote}>
      <Routes terms={terms} source={local.source} onSource={local.setSource} />
      <QuoteNotes form={form} local={local} />
    </SwapForm>
  );
}

type LocalQuote = ReturnType<typeof useLocalQuote>;

function useLocalQuote(terms: SwapTerms, form: SwapFormState) {
  const { account, draft, amount, own, reviewed } = form;
  const [source, setSource] = useState<RouteSource>(() => listSources(terms)[0] ?? "pools");
  const { marks, stale } = useMarks(draft.assetIn, draft.assetOut);
  const isPaused = reviewed !== undefined;
  const read = useQuote(terms, draft, amount, { source, marks, isPaused });
  const { quoted, failure, reload } = read;
  const { assetIn, assetOut, slippageBps } = draft;
  const askOf = (from: string, amountIn: bigint): SwapAsk => {
    const ask = { account: from, assetIn, assetOut, amountIn, slippageBps, fee: own.fee };
    const routesUrl = terms.routes_url;
    return source === "jupiter" && routesUrl !== null
      ? { ...ask, kind: source, routesUrl }
      : { ...ask, kind: "pools" };
  };
  const found = quoted.state === "quoted" ? quoted.quoted : undefined;
  const quote = {
    ask: found && account !== undefined ? askOf(account, found.amountIn) : undefined,
    out: found?.route.out,
    isReading: quoted.state === "reading" && failure === undefined,
    failure,
    reload,
  };
  return { source, setSource, marks, stale, quoted, failure, quote };
}

type RoutesProps = {
  terms: SwapTerms;
  source: RouteSource;
  onSource: (source: RouteSource) => void;
};

/** The choice between sources of routes, if there are two. */
function Routes({ terms, source, onSource }: RoutesProps) {
  const text = useText("swaps");
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
  const text = useText("swaps");
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

type QuoteNotesProps = { form: SwapFormState; local: LocalQuote };

/** The details of the quote, or why there is none. */
function QuoteNotes({ form: { draft, own }, local }: QuoteNotesProps) {
  const text = useText("swaps");
  const { source, marks, stale, quoted, failure } = local;
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
