"use client";

import { useFormat, useText } from "#components/i18n/i18n-provider.tsx";
import { signOf } from "./add-up.ts";
import { type BucketNames, type EarningBar, earnedOf, SERIES } from "./earning-bars.ts";
import { Swatch } from "./swatch.tsx";
import { Tip, TipRow } from "./tip.tsx";

type EarningsTipProps = { bar: EarningBar | undefined; names: BucketNames };

/** One bucket in every digit. */
export function EarningsTip({ bar, names }: EarningsTipProps) {
  const text = useText("partner");
  const { grouped, integer } = useFormat();
  if (bar === undefined) return null;
  const { bucket, before } = bar;
  const amount = (exact: string) => text("amount", { amount: grouped(exact), currency: "USD" });
  const rows = SERIES.map((series) => ({
    series,
    earned: series === "copy" ? bucket.copy.earned : earnedOf(bucket, series),
  })).filter(({ earned }) => signOf(earned) !== 0);
  return (
    <Tip title={names.name(bucket)}>
      <dl className="flex flex-col gap-0.5">
        <TipRow name={text("earned")}>{amount(bucket.earned)}</TipRow>
        {rows.map(({ series, earned }) => (
          <TipRow
            key={series}
            name={
              <>
                <Swatch series={series} />
                {text(series === "copy" ? "ofWhichCopy" : `product_${series}`)}
              </>
            }
          >
            {amount(earned)}
          </TipRow>
        ))}
        <TipRow name={text("referredFees")}>{amount(bucket.fees)}</TipRow>
        <TipRow name={text("feeCount")}>{integer(bucket.count)}</TipRow>
        {before === undefined ? null : (
          <div className="mt-1 border-t pt-1">
            <p className="text-2xs text-ink-muted">{names.name(before)}</p>
            <TipRow name={text("previously")}>{amount(before.earned)}</TipRow>
          </div>
        )}
      </dl>
    </Tip>
  );
}
