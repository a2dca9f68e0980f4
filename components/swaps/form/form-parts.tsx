"use client";

import Link from "next/link";
import { NewcomerButton } from "#components/chain/newcomer-button.tsx";
import { useFrame } from "#components/data/frame-context.ts";
import { signInAddress } from "#components/frame/settings/sign-in-address.ts";
import { useLocale, useText } from "#components/i18n/i18n-provider.tsx";
import { typedText } from "#components/i18n/typed-number.ts";
import { Units, usePercent } from "#components/swaps/amount.tsx";
import { Explained } from "#components/swaps/explained.tsx";
import type { WalletBalances } from "#components/swaps/sources/read-balances.ts";
import type { SwapTerms } from "#components/swaps/sources/read-pools.ts";
import { Button, buttonStyle } from "#components/ui/button.tsx";
import { ToggleGroup } from "#components/ui/toggle-group.tsx";
import { formatDecimal } from "#lib/protocol/decimal.ts";
import { TOKENS, type TokenSymbol } from "#lib/protocol/solana/tokens.ts";
import { slippageCapBps } from "#lib/protocol/swaps/assets.ts";
import { type FeeTerms, mostInput } from "#lib/protocol/swaps/swap-fee.ts";
import { type SwapDraft, spendable } from "./quote.ts";
import type { WalletFacts } from "./use-swap-facts.ts";

type HeldProps = {
  asset: TokenSymbol;
  balances: WalletBalances | undefined;
  fee: FeeTerms;
  onMost: (typed: string) => void;
};

/** The balance, and a "Max" button that types all of it less the fee. */
export function HeldBalance({ asset, balances, fee, onMost }: HeldProps) {
  const text = useText("swaps");
  const locale = useLocale();
  if (balances === undefined) return null;
  const most = mostInput(spendable(asset, balances[asset]), fee.feePpm, fee.isReferred);
  return (
    <span className="flex items-center gap-2">
      <Units asset={asset} units={balances[asset]} />
      {most === 0n ? null : (
        <Button
          size="xs"
          tone="quiet"
          className="-my-1 pointer-coarse:min-h-11"
          onClick={() => onMost(typedText(formatDecimal(most, TOKENS[asset].decimals), locale))}
        >
          {text("max")}
        </Button>
      )}
    </span>
  );
}

export type AssetPair = Pick<SwapDraft, "assetIn" | "assetOut" | "slippageBps">;

const SLIPPAGES = [10, 30, 50, 100, 200, 300] as const;

type SlippageProps<Given extends AssetPair> = { draft: Given; onDraft: (draft: Given) => void };

export function Slippage<Given extends AssetPair>({ draft, onDraft }: SlippageProps<Given>) {
  const text = useText("swaps");
  const percent = usePercent();
  const most = slippageCapBps(draft.assetIn, draft.assetOut);
  const options = SLIPPAGES.filter((bps) => bps <= most);
  return (
    <div className="flex flex-wrap items-center justify-between gap-2 text-xs">
      <Explained name={text("slippage")} help={text("slippageHelp", { percent: percent(most) })} />
      <ToggleGroup
        label={text("slippage")}
        value={String(draft.slippageBps)}
        options={options.map((bps) => ({ value: String(bps), label: percent(bps) }))}
        onChange={(value) => onDraft({ ...draft, slippageBps: Number(value) })}
        className="flex-wrap"
        itemClassName="h-7 px-2 text-2xs font-medium pointer-coarse:min-h-11 pointer-coarse:min-w-11"
      />
    </div>
  );
}

export function Submit({ isReady, isReading }: { isReady: boolean; isReading: boolean }) {
  const text = useText("swaps");
  const { person } = useFrame();
  if (person === undefined) {
    return (
      <Link href={signInAddress("/swap")} className={buttonStyle({ tone: "primary", size: "lg" })}>
        {text("signInToSwap")}
      </Link>
    );
  }
  if (person.account === undefined) {
    return (
      <div className="flex flex-col gap-2 rounded border border-dashed p-3 text-xs">
        <p>{text("walletNeeded")}</p>
        <Link href="/settings" className={buttonStyle({ size: "md" })}>
          {text("linkWallet")}
        </Link>
      </div>
    );
  }
  return (
    <Button type="submit" size="lg" tone="primary" aria-disabled={!isReady}>
      {text(isReading ? "reading" : "review")}
    </Button>
  );
}
type WalletNotesProps = { terms: SwapTerms; own: WalletFacts; isWaiting: boolean };

/** What the wallet lacks, what it waits for, and which reads failed. */
export function WalletNotes({ terms, own, isWaiting }: WalletNotesProps) {
  const text = useText("swaps");
  const held = own.balances.data;
  return (
    <>
      {own.error === undefined ? null : (
        <p role="alert" className="flex items-center justify-between gap-2 text-xs text-warn">
          {own.error}
          <Button size="xs" onClick={own.reload}>
            {text("tryAgain")}
          </Button>
        </p>
      )}
      {terms.simulated && held?.SOL === 0n ? <NewcomerButton onGiven={own.reload} /> : null}
      {isWaiting ? <p className="text-xs text-ink-muted">{text("sameUnderWay")}</p> : null}
    </>
  );
}
