"use client";

import { type FormEvent, lazy, useState } from "react";
import { isUndecided } from "#components/chain/signed-record.ts";
import { useFrame } from "#components/data/frame-context.ts";
import { useFormat, useLocale } from "#components/i18n/i18n-provider.tsx";
import { AssetField } from "#components/swaps/form/asset-field.tsx";
import { HeldBalance, Slippage, Submit, WalletNotes } from "#components/swaps/form/form-parts.tsx";
import { type SwapDraft, typedAmount } from "#components/swaps/form/quote.ts";
import { useWalletFacts } from "#components/swaps/form/use-swap-facts.ts";
import type { CrossAsk } from "#components/swaps/kinds/cross.ts";
import type { TrackedSwap } from "#components/swaps/progress/swap-record.ts";
import type { SwapTerms } from "#components/swaps/sources/read-pools.ts";
import type { Destination } from "#components/swaps/sources/read-relay.ts";
import { useSwapText } from "#components/swaps/texts.tsx";
import { inputStyle } from "#components/ui/input-style.ts";
import { LazyBoundary } from "#components/ui/lazy-boundary.tsx";
import { formatDecimal } from "#lib/protocol/decimal.ts";
import { decodePublicKey } from "#lib/protocol/signing/signing.ts";
import { TOKENS } from "#lib/protocol/solana/tokens.ts";
import { DEFAULT_SLIPPAGE_BPS, slippageCapBps } from "#lib/protocol/swaps/assets.ts";
import { OfferFacts } from "./offer-facts.tsx";
import { useRelayOffer } from "./use-offer.ts";

const SwapDialog = lazy(() => import("#components/swaps/review/swap-dialog.tsx"));

const FIRST: SwapDraft = {
  assetIn: "USDC",
  assetOut: "ETH",
  typed: "",
  slippageBps: DEFAULT_SLIPPAGE_BPS,
};

type CrossFormProps = {
  terms: SwapTerms;
  destination: Destination;
  swaps: readonly TrackedSwap[];
};

/** A swap whose output a relay pays on another network. Loaded when the user chooses it. */
export default function CrossForm({ terms, destination, swaps }: CrossFormProps) {
  const text = useSwapText();
  const { person } = useFrame();
  const form = useCrossForm(terms, destination, swaps);
  const { draft, setDraft, offer, amount, fee, balances, problem, isReady } = form;
  const { assetIn, assetOut } = draft;
  return (
    <>
      <form
        className="flex flex-col gap-3"
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          form.review();
        }}
      >
        <AssetField
          label={text("youPay")}
          asset={assetIn}
          assets={destination.assets}
          onAsset={(asset) => setDraft(withinCap({ ...draft, assetIn: asset }))}
          amount={draft.typed}
          onType={(typed) => setDraft({ ...draft, typed })}
          error={problem === undefined ? undefined : text(`problem_${problem}`)}
          note={
            <HeldBalance
              asset={assetIn}
              balances={balances.data}
              fee={fee}
              onMost={(typed) => setDraft({ ...draft, typed })}
            />
          }
        />
        <AssetField
          label={text("youGetOn", { network: text(`network_${destination.network}`) })}
          asset={assetOut}
          assets={destination.assets}
          onAsset={(asset) => setDraft(withinCap({ ...draft, assetOut: asset }))}
          amount={useOutput(offer?.ok === true ? offer.quote.out : undefined, draft)}
        />
        {person?.account === undefined ? null : <Recipient form={form} />}
        <Slippage draft={draft} onDraft={setDraft} />
        <OfferNotes form={form} />
        <p className="text-2xs text-ink-muted">{text("crossHelp")}</p>
        <WalletNotes terms={terms} own={form.own} isWaiting={swaps.some(isUndecided)} />
        <Submit
          isReady={isReady}
          isReading={amount.state === "amount" && offer === undefined && form.isAddress}
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

/** The details of the relay's offer, or why there is none. */
function OfferNotes({
  form: { offer, amount, draft, fee },
}: {
  form: ReturnType<typeof useCrossForm>;
}) {
  const text = useSwapText();
  if (offer === undefined || amount.state !== "amount") return null;
  if (offer.ok)
    return <OfferFacts {...draft} offer={offer.quote} charged={amount.fee.charged} fee={fee} />;
  return (
    <output className="text-xs text-warn">
      {text("refused_relay")}{" "}
      <bdi dir="ltr" translate="no" className="font-mono text-2xs">
        {offer.reason}
      </bdi>
    </output>
  );
}

function useOutput(out: bigint | undefined, { assetOut }: SwapDraft): string {
  const { grouped } = useFormat();
  return out === undefined ? "" : grouped(formatDecimal(out, TOKENS[assetOut].decimals));
}

function withinCap(draft: SwapDraft): SwapDraft {
  const most = slippageCapBps(draft.assetIn, draft.assetOut);
  return { ...draft, slippageBps: Math.min(draft.slippageBps, most) };
}

function useCrossForm(terms: SwapTerms, destination: Destination, swaps: readonly TrackedSwap[]) {
  const locale = useLocale();
  const account = useFrame().person?.account;
  const [draft, setDraft] = useState(FIRST);
  const [typedAddress, setAddress] = useState<string>();
  const [reviewed, setReviewed] = useState<CrossAsk>();
  const own = useWalletFacts(terms);
  const { fee, balances } = own;
  const amount = typedAmount(draft, locale, fee);
  const address = typedAddress ?? account ?? "";
  const isAddress = decodePublicKey(address) !== undefined;
  const { assetIn, assetOut, slippageBps } = draft;
  const pair = { assetIn, assetOut, slippageBps };
  const question =
    amount.state === "amount" && isAddress && account !== undefined
      ? { ...pair, account, address, amountIn: amount.amountIn }
      : undefined;
  const offer = useRelayOffer(destination, question, reviewed !== undefined);
  const held = balances.data?.[assetIn];
  const exceeds =
    amount.state === "amount" && held !== undefined && amount.amountIn + amount.fee.charged > held;
  const problem =
    amount.state === "problem" ? amount.problem : exceeds ? ("exceedsWallet" as const) : undefined;
  const isReady =
    offer?.ok === true && own.isRead && problem === undefined && !swaps.some(isUndecided);
  const review = () => {
    if (isReady && question !== undefined) setReviewed({ ...question, fee, destination });
  };
  const close = () => {
    setReviewed(undefined);
    own.reload();
  };
  return {
    draft,
    setDraft,
    address,
    setAddress,
    isAddress,
    offer,
    amount,
    fee,
    balances,
    own,
    problem,
    isReady,
    reviewed,
    review,
    close,
  };
}

/** The wallet on the other network that receives the output. The user's own wallet by default. */
function Recipient({
  form: { address, setAddress, isAddress },
}: {
  form: ReturnType<typeof useCrossForm>;
}) {
  const text = useSwapText();
  const error = isAddress ? undefined : text("recipientWrong");
  return (
    <label className="flex flex-col gap-1 text-xs text-ink-muted">
      {text("recipient")}
      <input
        dir="ltr"
        value={address}
        spellCheck={false}
        autoComplete="off"
        aria-invalid={!isAddress}
        onChange={(event) => setAddress(event.currentTarget.value.trim())}
        className={`${inputStyle} font-mono text-xs text-ink`}
      />
      {error === undefined ? null : <span className="text-2xs text-bad">{error}</span>}
    </label>
  );
}
