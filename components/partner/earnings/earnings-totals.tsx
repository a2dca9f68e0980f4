"use client";

import type { ReactNode } from "react";
import { direction, directionClass } from "#components/i18n/figures.ts";
import { useFormat, useText } from "#components/i18n/i18n-provider.tsx";
import type { EarningBuckets } from "#lib/protocol/partner-reads.ts";
import { signOf } from "./add-up.ts";
import { earnedChange } from "./earning-bars.ts";
import { Money } from "./money.tsx";

type Totals = EarningBuckets["totals"];

type EarningsTotalsProps = { totals: Totals; before: Totals | undefined };

/** Sums of the whole range, as the service adds them: no rounded parts are added here. */
export function EarningsTotals({ totals, before }: EarningsTotalsProps) {
  const text = useText("partner");
  const { integer } = useFormat();
  return (
    <dl className="flex flex-wrap items-start gap-x-8 gap-y-3">
      <Total name={text("earned")}>
        <Money
          value={totals.earned}
          figure="earnings.totals.earned"
          className="text-xl font-semibold"
        />
        {before === undefined ? null : <Change now={totals} before={before} />}
      </Total>
      <Total name={text("referredFees")}>
        <Money
          value={totals.fees}
          figure="earnings.totals.fees"
          className="text-base font-medium"
        />
      </Total>
      <Total name={text("feeCount")}>
        <span
          data-figure="earnings.totals.count"
          data-exact={totals.count}
          className="text-base font-medium"
        >
          {integer(totals.count)}
        </span>
      </Total>
      {signOf(totals.copy.earned) === 0 ? null : (
        <Total name={text("earnedOfCopy")}>
          <Money
            value={totals.copy.earned}
            figure="earnings.totals.copy.earned"
            className="text-base font-medium"
          />
        </Total>
      )}
    </dl>
  );
}

function Total({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-2xs text-ink-muted">{name}</dt>
      <dd className="flex flex-col">{children}</dd>
    </div>
  );
}

function Change({ now, before }: { now: Totals; before: Totals }) {
  const text = useText("partner");
  const { percent } = useFormat();
  const change = earnedChange(now.earned, before.earned);
  return (
    <span className="text-xs text-ink-muted">
      {change === undefined ? null : (
        <bdi className={directionClass(direction(change))}>{percent(change, 1)} </bdi>
      )}
      {text("previously")} <Money value={before.earned} figure="previous.totals.earned" />
    </span>
  );
}
