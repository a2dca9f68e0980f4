import { cn } from "./class-names.ts";

/** The files of `public/coins`. */
const KNOWN: ReadonlySet<string> = new Set(["BTC", "ETH", "SOL"]);

type CoinIconProps = {
  /** The asset; `undefined` while it is not known, which keeps the place. */
  symbol: string | undefined;
  /** In pixels. */
  size?: number;
  className?: string;
};

/** The sign of a coin, or its first letter. Decorative: the name of the market is beside it. */
export function CoinIcon({ symbol, size = 16, className }: CoinIconProps) {
  const shape = cn("inline-block shrink-0 rounded-full align-middle select-none", className);
  if (symbol !== undefined && KNOWN.has(symbol)) {
    // The files are tiny and static: there is nothing to resize.
    // oxlint-disable-next-line nextjs/no-img-element
    return <img src={`/coins/${symbol}.svg`} alt="" width={size} height={size} className={shape} />;
  }
  return (
    <span
      aria-hidden
      className={cn(shape, "bg-line-strong text-center font-semibold text-ink")}
      style={{ width: size, height: size, fontSize: size * 0.6, lineHeight: `${size}px` }}
    >
      {symbol?.slice(0, 1)}
    </span>
  );
}
