"use client";

import { Check, TriangleAlert } from "lucide-react";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { cn } from "#components/ui/class-names.ts";
import type { PartnerSummary } from "#lib/protocol/wire/partner.ts";
import { addsUp } from "./amounts.ts";
import { Card } from "./card.tsx";
import { Money } from "./money.tsx";

const PARTS = [
  ["accrued", ""],
  ["settled", "="],
  ["in_transit", "+"],
  ["pending", "+"],
] as const;

/** The balances as an equation of separate reads, and whether it holds. */
export function BalancesCard({ balances }: { balances: PartnerSummary["balances"] }) {
  const text = useText("partner");
  const holds = balances.reconciles && addsUp(balances);
  return (
    <Card
      title={text("balances")}
      foldsOnPhone={holds}
      aside={
        holds ? (
          <span className="inline-flex items-center gap-1 text-xs text-good">
            <Check size={14} aria-hidden />
            {text("reconciles")}
          </span>
        ) : null
      }
    >
      {holds ? null : (
        <p
          role="alert"
          className="flex items-start gap-2 rounded border border-bad bg-bad-soft p-3 font-medium"
        >
          <TriangleAlert size={16} aria-hidden className="mt-px shrink-0 text-bad" />
          {text("reconcilesNot")}
        </p>
      )}
      <dl className="flex flex-col gap-x-3 gap-y-2 sm:max-lg:flex-row sm:max-lg:flex-wrap sm:max-lg:items-end">
        {PARTS.map(([part, sign]) => (
          <div
            key={part}
            className={cn(
              "grid grid-cols-[1rem_1fr_auto] items-baseline gap-x-2",
              part === "accrued" ? "border-b pb-2 sm:max-lg:border-0 sm:max-lg:pb-0" : "",
            )}
          >
            <span aria-hidden className="text-base text-ink-faint">
              {sign}
            </span>
            <dt className="min-w-0">
              {text(part)}
              <span className="block text-2xs text-ink-muted">{text(`${part}_hint`)}</span>
            </dt>
            <dd className={part === "accrued" ? "text-xl font-semibold" : "text-base font-medium"}>
              <Money value={balances[part]} figure={`balances.${part}`} />
            </dd>
          </div>
        ))}
      </dl>
      <p className="text-2xs text-ink-faint">{text("balancesHint")}</p>
      <Exact balances={balances} />
    </Card>
  );
}

/** The equation in exact amounts. */
function Exact({ balances }: { balances: PartnerSummary["balances"] }) {
  const text = useText("partner");
  return (
    <details className="text-xs">
      <summary className="w-fit cursor-pointer rounded py-1 text-accent hover:bg-hover pointer-coarse:min-h-11 pointer-coarse:content-center">
        {text("exactFigures")}
      </summary>
      <code dir="ltr" className="mt-1 block [overflow-wrap:anywhere] select-all">
        {`${balances.accrued} = ${balances.settled} + ${balances.in_transit} + ${balances.pending}`}
      </code>
    </details>
  );
}
