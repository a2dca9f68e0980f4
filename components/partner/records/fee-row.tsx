"use client";

import { ChevronDown } from "lucide-react";
import { lazy, type ReactNode, Suspense, useId } from "react";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { Money, Phrase } from "#components/partner/earnings/money.tsx";
import { ZonedTime } from "#components/partner/earnings/zoned-time.tsx";
import { Chip } from "#components/ui/chip.tsx";
import { LazyBoundary } from "#components/ui/lazy-boundary.tsx";
import { Loading } from "#components/ui/panel.tsx";
import type { EarningEntry } from "#lib/protocol/wire/partner.ts";
import { Simulated, shortReferral } from "./parts.tsx";
import { explainRate } from "./rate-explanation.ts";

const WhyRate = lazy(() => import("./why-rate.tsx"));

type FeeRowProps = {
  entry: EarningEntry;
  isOpen: boolean;
  namesReferral: boolean;
  /** Marks it as simulated. */
  isMarked: boolean;
  onToggle: (isOpen: boolean) => void;
};

/** A fee or a reversal; when open, with the explanation of its rate. */
export function FeeRow({ entry, isOpen, namesReferral, isMarked, onToggle }: FeeRowProps) {
  const text = useText("partnerRecords");
  const id = useId();
  return (
    <li data-entry={entry.seq} className="border-b last:border-b-0">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        className="grid w-full grid-cols-[minmax(0,1fr)_auto_auto] items-center gap-x-3 gap-y-1 rounded py-2 text-start hover:bg-hover sm:grid-cols-[minmax(0,3fr)_2fr_1.6fr_1.4fr_4.5rem] pointer-coarse:min-h-11"
        onClick={() => onToggle(!isOpen)}
      >
        <FeeOrigin entry={entry} namesReferral={namesReferral} isMarked={isMarked} />
        <Figures entry={entry} />
        <span className="col-start-3 row-start-1 inline-flex items-center gap-1 text-accent sm:col-start-5">
          {text("showWhy")}
          <ChevronDown size={14} aria-hidden className={isOpen ? "rotate-180" : ""} />
        </span>
      </button>
      {isOpen ? (
        <div id={id} className="pb-3">
          <LazyBoundary onFailure={() => onToggle(false)}>
            <Suspense fallback={<Loading label={text("loading")} />}>
              <WhyRate entry={entry} />
            </Suspense>
          </LazyBoundary>
        </div>
      ) : null}
    </li>
  );
}

type FeeOriginProps = Pick<FeeRowProps, "entry" | "namesReferral" | "isMarked">;

function FeeOrigin({ entry, namesReferral, isMarked }: FeeOriginProps) {
  const text = useText("partnerRecords");
  const { accrued_at: at, source, kind, referral_id: referral } = entry;
  return (
    <span className="min-w-0">
      <ZonedTime exact at={at} />
      <span className="flex flex-wrap items-center gap-x-1.5 gap-y-0.5 text-2xs text-ink-muted">
        {text(source === "copy" ? "source_copy" : `product_${source}`)}
        {namesReferral ? (
          <bdi dir="ltr" translate="no" title={referral} className="font-mono">
            {shortReferral(referral)}
          </bdi>
        ) : null}
        {kind === "reversal" ? <Chip tone="bad">{text("reversal")}</Chip> : null}
        {entry.reversed_by_seq === null ? null : <Chip tone="warn">{text("reversed")}</Chip>}
        {explainRate(entry).isLate ? <Chip>{text("late")}</Chip> : null}
        {isMarked ? <Simulated /> : null}
      </span>
    </span>
  );
}

function Figures({ entry }: { entry: EarningEntry }) {
  const text = useText("partnerRecords");
  const { seq, fee, gross, level, share_percent: share, earned } = entry;
  const beforeDiscount = (
    <span className="text-xs text-ink-muted sm:block">
      {" "}
      <Phrase
        text={text("beforeDiscount", { amount: "{amount}" })}
        amount={<Money bare value={gross} figure={`entry.${seq}.gross`} />}
      />
    </span>
  );
  return (
    <>
      <Cell name={text("feeCharged")} className="max-sm:col-span-2 max-sm:row-start-2">
        <Money bare value={fee} figure={`entry.${seq}.fee`} />
        {gross === fee ? null : beforeDiscount}
      </Cell>
      <Cell
        name={text("rate")}
        isNamed={false}
        className="max-sm:col-span-2 max-sm:row-start-3 max-sm:text-ink-muted"
      >
        {text("levelShare", { level, share })}
      </Cell>
      <Cell
        name={text("earned")}
        isNamed={false}
        className="font-semibold max-sm:col-start-2 max-sm:row-start-1"
      >
        <Money bare value={earned} figure={`entry.${seq}.earned`} />
      </Cell>
    </>
  );
}

type CellProps = {
  name: string;
  /** False hides the name on narrow screens. */
  isNamed?: boolean;
  className: string;
  children: ReactNode;
};

/** A figure with its name, which is visible on narrow screens; wide ones have column names. */
function Cell({ name, isNamed = true, className, children }: CellProps) {
  return (
    <span className={`sm:text-end ${className}`}>
      <span className={isNamed ? "text-2xs text-ink-muted sm:sr-only" : "sr-only"}>{name} </span>
      {children}
    </span>
  );
}
