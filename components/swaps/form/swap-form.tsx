"use client";

import { ArrowDownUp } from "lucide-react";
import { type FormEvent, lazy, type ReactNode } from "react";
import type { Failure } from "#components/data/http.ts";
import { useFormat, useText } from "#components/i18n/i18n-provider.tsx";
import { Units } from "#components/swaps/amount.tsx";
import type { SwapAsk } from "#components/swaps/kinds/preparation.ts";
import type { SwapTerms } from "#components/swaps/sources/read-pools.ts";
import type { Destination } from "#components/swaps/sources/read-relay.ts";
import { buttonStyle } from "#components/ui/button.tsx";
import { cn } from "#components/ui/class-names.ts";
import { LazyBoundary } from "#components/ui/lazy-boundary.tsx";
import { formatDecimal } from "#lib/protocol/decimal.ts";
import { TOKENS, type TokenSymbol } from "#lib/protocol/solana/tokens.ts";
import { AssetField } from "./asset-field.tsx";
import { HeldBalance, Slippage, Submit, WalletNotes } from "./form-parts.tsx";
import type { SwapFormState } from "./use-swap-form.ts";

const SwapDialog = lazy(() => import("#components/swaps/review/swap-dialog.tsx"));

/** What the source of a kind answers to the draft. */
export type FormQuote = {
  /** The swap as quoted; undefined before there is a quote, and without a wallet. */
  ask: SwapAsk | undefined;
  /** Base units of the output. */
  out: bigint | undefined;
  isReading: boolean;
  /** Why the last read failed. */
  failure?: Failure | undefined;
  reload?: () => void;
};

type SwapFormProps = {
  terms: SwapTerms;
  form: SwapFormState;
  quote: FormQuote;
  /** Where the output arrives; undefined for this network. */
  destination?: Destination;
  /** Shown below the two sides. */
  recipient?: ReactNode;
  /** The details of the quote. */
  children: ReactNode;
};

/** Amount, assets and slippage of a swap of any kind, and its review. */
export function SwapForm(props: SwapFormProps) {
  const { terms, form, quote, destination, recipient, children } = props;
  const { draft, setDraft, own, reviewed, setReviewed, isWaiting } = form;
  const { ask, failure } = quote;
  const isReady = ask !== undefined && form.problem === undefined && own.isRead && !isWaiting;
  const close = () => {
    setReviewed(undefined);
    quote.reload?.();
    own.reload();
  };
  return (
    <>
      <form
        className="flex flex-col gap-3"
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          if (isReady) setReviewed(ask);
        }}
      >
        <Sides terms={terms} form={form} out={quote.out} destination={destination} />
        {recipient}
        <Slippage draft={draft} onDraft={setDraft} />
        {children}
        <WalletNotes
          terms={terms}
          own={failure === undefined ? own : { ...own, error: undefined }}
          isWaiting={isWaiting}
        />
        <Submit isReady={isReady} isReading={quote.isReading} />
      </form>
      {reviewed === undefined ? null : (
        <LazyBoundary onFailure={close}>
          <SwapDialog
            terms={terms}
            ask={reviewed}
            onClose={close}
            onSent={() => {
              setDraft({ ...draft, typed: "" });
              close();
            }}
          />
        </LazyBoundary>
      )}
    </>
  );
}

type SidesProps = {
  terms: SwapTerms;
  form: SwapFormState;
  out: bigint | undefined;
  destination: Destination | undefined;
};

function Sides({ terms, form, out, destination }: SidesProps) {
  const text = useText("swaps");
  const { grouped } = useFormat();
  const { draft, setDraft, problem, own } = form;
  const { assetIn, assetOut } = draft;
  const balances = own.balances.data;
  const isHere = destination === undefined;
  const { assets } = destination ?? terms;
  const turned = { ...draft, assetIn: assetOut, assetOut: assetIn };
  const choose = (side: "assetIn" | "assetOut") => (asset: TokenSymbol) => {
    const other = side === "assetIn" ? assetOut : assetIn;
    // On one network, choosing the other side's asset swaps the two sides.
    setDraft(isHere && asset === other ? turned : { ...draft, [side]: asset });
  };
  const type = (typed: string) => setDraft({ ...draft, typed });
  return (
    <div className={cn("flex flex-col", isHere ? "gap-1.5" : "gap-3")}>
      <AssetField
        label={text("youPay")}
        asset={assetIn}
        assets={assets}
        onAsset={choose("assetIn")}
        amount={draft.typed}
        onType={type}
        error={problem === undefined ? undefined : text(`problem_${problem}`)}
        note={<HeldBalance asset={assetIn} balances={balances} fee={own.fee} onMost={type} />}
      />
      {isHere ? (
        <button
          type="button"
          aria-label={text("turn")}
          title={text("turn")}
          onClick={() => setDraft(turned)}
          className={buttonStyle({
            size: "icon",
            className: "-my-4 z-10 self-center bg-surface pointer-coarse:size-11",
          })}
        >
          <ArrowDownUp size={14} aria-hidden />
        </button>
      ) : null}
      <AssetField
        label={
          isHere
            ? text("youGet")
            : text("youGetOn", { network: text(`network_${destination.network}`) })
        }
        asset={assetOut}
        assets={assets}
        onAsset={choose("assetOut")}
        amount={out === undefined ? "" : grouped(formatDecimal(out, TOKENS[assetOut].decimals))}
        note={isHere && balances ? <Units asset={assetOut} units={balances[assetOut]} /> : null}
      />
    </div>
  );
}
