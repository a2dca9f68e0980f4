/** The vault beside what is owed, drawn to one scale. Without scripts. */

import { parseDecimal } from "#lib/protocol/decimal.ts";
import { MONEY_DECIMALS } from "#lib/protocol/market/markets.ts";
import type { VaultProof } from "#lib/protocol/wire/vault.ts";

type Figures = Pick<VaultProof, "balance" | "liabilities" | "reserved">;

/** Widths in hundredths of a percent of the longer bar. */
export function barWidths({ balance, liabilities, reserved }: Figures) {
  const [held, owed, underWay] = [balance, liabilities, reserved].map(
    (text) => parseDecimal(text, MONEY_DECIMALS) ?? 0n,
  );
  const longest = (held ?? 0n) > (owed ?? 0n) ? (held ?? 0n) : (owed ?? 0n);
  const width = (amount = 0n) => (longest === 0n ? 0 : Number((amount * 10_000n) / longest));
  return { held: width(held), owed: width(owed), reserved: width(underWay) };
}

type CoverageBarProps = { proof: Figures; label: string; names: readonly [string, string] };

export function CoverageBar({ proof, label, names: [held, owed] }: CoverageBarProps) {
  const widths = barWidths(proof);
  const isShort = widths.held < widths.owed;
  const percent = (hundredths: number) => `${(hundredths / 100).toFixed(2)}%`;
  return (
    <figure className="flex flex-col gap-2 text-2xs text-ink-muted">
      <figcaption className="sr-only">{label}</figcaption>
      <span aria-hidden>{held}</span>
      <svg aria-hidden className="h-4 w-full rtl:-scale-x-100">
        <rect width="100%" height="100%" rx="3" className="fill-raised" />
        <rect
          width={percent(widths.held)}
          height="100%"
          rx="3"
          className={isShort ? "fill-bad" : "fill-accent"}
        />
      </svg>
      <span aria-hidden>{owed}</span>
      <svg aria-hidden className="h-4 w-full rtl:-scale-x-100">
        <rect width="100%" height="100%" rx="3" className="fill-raised" />
        <rect width={percent(widths.owed)} height="100%" rx="3" className="fill-ink-muted" />
        <rect
          x={percent(widths.owed - widths.reserved)}
          width={percent(widths.reserved)}
          height="100%"
          rx="3"
          className="fill-warn"
        />
      </svg>
    </figure>
  );
}
