"use client";

import { useMemo, useState } from "react";
import { useFormat, useLocale, useText } from "#components/i18n/i18n-provider.tsx";
import { PRODUCTS } from "#lib/protocol/partner-levels.ts";
import type { EarningBucket, EarningBuckets } from "#lib/protocol/partner-reads.ts";
import { bucketNames, earnedOf } from "./earning-bars.ts";
import { dateTag } from "./use-moment.ts";

/** The numbers of the chart, for who reads rather than looks: every digit of them. */
export function EarningsTable({ answer }: { answer: EarningBuckets }) {
  const text = useText("partner");
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="min-w-0 text-xs" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="w-fit cursor-pointer rounded py-1 text-accent hover:bg-hover pointer-coarse:min-h-11 pointer-coarse:content-center">
        {text("asTable")}
      </summary>
      {isOpen ? <Rows answer={answer} /> : null}
    </details>
  );
}

const HEAD = "border-b px-2 py-1.5 text-end font-normal first:text-start";
const CELL = "px-2 py-1 text-end whitespace-nowrap";

function Rows({ answer }: { answer: EarningBuckets }) {
  const text = useText("partner");
  const { integer } = useFormat();
  const locale = useLocale();
  const { granularity, tz, results } = answer;
  const names = useMemo(
    () => bucketNames(granularity, dateTag(locale), tz),
    [granularity, locale, tz],
  );
  return (
    <section
      aria-label={text("asTable")}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keys
      tabIndex={0}
      className="max-h-96 overflow-auto rounded border"
    >
      <table className="w-full">
        <thead className="sticky top-0 bg-surface text-2xs text-ink-muted">
          <tr>
            <th scope="col" className={HEAD}>
              {text(`granularity_${granularity}`)}
            </th>
            {PRODUCTS.map((product) => (
              <th key={product} scope="col" className={HEAD}>
                {text(`product_${product}`)}
              </th>
            ))}
            <th scope="col" className={HEAD}>
              {text("ofWhichCopy")}
            </th>
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
                {names.name(bucket)}
              </th>
              <Amounts bucket={bucket} />
              <td className={CELL}>{integer(bucket.count)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Amounts({ bucket }: { bucket: EarningBucket }) {
  const { grouped } = useFormat();
  const amounts = [
    ...PRODUCTS.map((product) => earnedOf(bucket, product)),
    bucket.copy.earned,
    bucket.earned,
    bucket.fees,
  ];
  return amounts.map((amount, column) => (
    // Columns are always these.
    <td key={column.toString()} className={CELL}>
      <bdi dir="ltr">{grouped(amount)}</bdi>
    </td>
  ));
}
