"use client";

import { useMemo } from "react";
import { useFormat, useLocale, useText } from "#components/i18n/i18n-provider.tsx";
import { PRODUCTS, type Product } from "#lib/protocol/partner/partner-levels.ts";
import type { EarningBucket, EarningBuckets } from "#lib/protocol/wire/partner.ts";
import { bucketNames, earnedOf, isPartial } from "./earning-bars.ts";
import { useAmount } from "./money.tsx";
import { dateTag } from "./use-date-times.ts";

const HEAD = "border-b px-2 py-1.5 text-end font-normal first:text-start";
const CELL = "px-2 py-1 text-end whitespace-nowrap";

/** The earnings as a table. Loaded on demand (`lazy`). */
export default function EarningsRows({ answer }: { answer: EarningBuckets }) {
  const text = useText("partner");
  const { integer } = useFormat();
  const locale = useLocale();
  const { granularity, tz, results } = answer;
  const names = useMemo(
    () => bucketNames(granularity, dateTag(locale), tz),
    [granularity, locale, tz],
  );
  const shown = PRODUCTS.filter((product) =>
    answer.totals.by_product.some((one) => one.product === product),
  );
  const name = (bucket: EarningBucket) =>
    isPartial(bucket, granularity, tz)
      ? text("partOf", { name: names.name(bucket) })
      : names.name(bucket);
  return (
    <section
      aria-label={text("asTable")}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard
      tabIndex={0}
      className="max-h-96 overflow-auto rounded border"
    >
      <table className="w-full">
        <thead className="sticky top-0 bg-surface text-2xs text-ink-muted">
          <tr>
            <th scope="col" className={HEAD}>
              {text(`granularity_${granularity}`)}
            </th>
            {shown.map((product) => (
              <th key={product} scope="col" className={HEAD}>
                {text(`product_${product}`)}
              </th>
            ))}
            {shown.includes("perp") ? (
              <th scope="col" className={HEAD}>
                {text("ofWhichCopy")}
              </th>
            ) : null}
            <th scope="col" className={HEAD}>
              {text("earned")}
            </th>
            <th scope="col" className={HEAD}>
              {text("referredFees")}
            </th>
            <th scope="col" className={HEAD}>
              {text("feeCount")}
            </th>
          </tr>
        </thead>
        <tbody>
          {results.map((bucket) => (
            <tr key={bucket.from} className="hover:bg-hover">
              <th scope="row" className="px-2 py-1 text-start font-normal whitespace-nowrap">
                {name(bucket)}
              </th>
              <Amounts bucket={bucket} shown={shown} />
              <td className={CELL}>{integer(bucket.count)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** A product that the filter leaves out has no column: it would look as if it had brought nothing. */
function Amounts({ bucket, shown }: { bucket: EarningBucket; shown: readonly Product[] }) {
  const { grouped } = useFormat();
  const formatAmount = useAmount();
  const amounts = [
    ...shown.map((product) => earnedOf(bucket, product)),
    ...(shown.includes("perp") ? [bucket.copy.earned] : []),
    bucket.earned,
    bucket.fees,
  ];
  return amounts.map((amount, column) => (
    // The columns never change.
    <td key={column.toString()} className={CELL}>
      <bdi dir="ltr" translate="no" title={grouped(amount)}>
        {formatAmount(amount)}
      </bdi>
    </td>
  ));
}
