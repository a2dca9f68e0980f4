"use client";

import { type ReactNode, useId } from "react";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { cn } from "#components/ui/class-names.ts";
import { CoinIcon } from "#components/ui/coin-icon.tsx";
import type { TokenSymbol } from "#lib/protocol/solana/tokens.ts";

type AssetFieldProps = {
  label: string;
  asset: TokenSymbol;
  onAsset: (asset: TokenSymbol) => void;
  /** The assets to choose from. */
  assets: readonly TokenSymbol[];
  amount: string;
  /** Without it, the amount is read-only. */
  onType?: (typed: string) => void;
  /** Shown beside the label, for example the balance. */
  note?: ReactNode;
  error?: string | undefined;
};

/** One side of a swap: an amount and its asset. */
export function AssetField(props: AssetFieldProps) {
  const { label, asset, onAsset, assets, amount, onType, note, error } = props;
  const text = useText("swaps");
  const id = useId();
  return (
    <div
      className={cn(
        "rounded-md border bg-raised p-3 focus-within:border-accent",
        error === undefined ? "border-line-strong" : "border-bad",
      )}
    >
      <div className="flex items-center justify-between gap-2 text-xs text-ink-muted">
        <label htmlFor={id}>{label}</label>
        {note}
      </div>
      <div className="mt-1 flex items-center gap-2">
        <input
          id={id}
          dir="ltr"
          inputMode="decimal"
          autoComplete="off"
          spellCheck={false}
          placeholder="0"
          value={amount}
          readOnly={onType === undefined}
          aria-invalid={error === undefined ? undefined : true}
          aria-describedby={error === undefined ? undefined : `${id}-error`}
          onChange={(event) => onType?.(event.currentTarget.value)}
          className="h-10 w-full min-w-0 bg-transparent text-2xl outline-none placeholder:text-ink-faint pointer-coarse:h-11 rtl:text-right"
        />
        <span className="flex shrink-0 items-center gap-1.5 rounded border border-line-strong bg-surface ps-2 focus-within:border-accent">
          <CoinIcon symbol={asset} size={18} />
          <select
            aria-label={text("assetOf", { side: label })}
            value={asset}
            onChange={(event) => onAsset(event.currentTarget.value as TokenSymbol)}
            className="h-9 rounded bg-surface pe-1 text-sm font-semibold outline-none pointer-coarse:h-11"
          >
            {assets.map((symbol) => (
              <option key={symbol} value={symbol}>
                {symbol}
              </option>
            ))}
          </select>
        </span>
      </div>
      {error === undefined ? null : (
        <p id={`${id}-error`} className="mt-1 text-2xs text-bad">
          {error}
        </p>
      )}
    </div>
  );
}
