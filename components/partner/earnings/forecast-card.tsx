"use client";

import { CalendarClock, ShieldCheck } from "lucide-react";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { cn } from "#components/ui/class-names.ts";
import type { PartnerSummary, RolloffStep } from "#lib/protocol/wire/partner.ts";
import { Card } from "./card.tsx";
import { Fold } from "./fold.tsx";
import { ForecastChart } from "./lazy-charts.tsx";
import { Money, Phrase } from "./money.tsx";
import { useDateTimes } from "./use-date-times.ts";

/** A fall within this time is shown as a warning. */
const SOON_MS = 72 * 3_600_000;

/** When the level falls without new fees: each fee counts for exactly 30 days, so the future of the present ones is known. */
export function ForecastCard({ summary }: { summary: PartnerSummary }) {
  const text = useText("partner");
  const [first, ...later] = summary.rolloff;
  return (
    <Card title={text("forecastTitle")}>
      {first === undefined ? (
        <p className="flex items-start gap-2">
          <ShieldCheck size={16} aria-hidden className="mt-px shrink-0 text-good" />
          {text(summary.level === 1 ? "noFallFirst" : "noFall", { level: summary.level })}
        </p>
      ) : (
        <FirstFall summary={summary} step={first} />
      )}
      {/[1-9]/.test(summary.referred_fees_30d) ? (
        <Fold summary={<span className="text-xs text-accent">{text("showsForecast")}</span>}>
          <div className="flex flex-col gap-3">
            <ForecastChart summary={summary} />
            {later.length === 0 ? null : <LaterFalls steps={later} />}
            <p className="text-2xs text-ink-faint">{text("forecastHint")}</p>
          </div>
        </Fold>
      ) : null}
    </Card>
  );
}

function FirstFall({ summary, step }: { summary: PartnerSummary; step: RolloffStep }) {
  const text = useText("partner");
  const { dateTime } = useDateTimes();
  const isSoon = Date.parse(step.at) - Date.parse(summary.as_of) < SOON_MS;
  return (
    <div
      className={cn(
        "flex items-start gap-2",
        isSoon && "rounded border border-warn-line bg-warn-soft p-2",
      )}
    >
      <CalendarClock
        size={16}
        aria-hidden
        className={cn("mt-px shrink-0", isSoon ? "text-warn" : "text-accent")}
      />
      <div className="flex min-w-0 flex-col gap-0.5">
        <p className="text-base font-medium">
          <time dateTime={step.at} title={step.at}>
            {text("until", { level: summary.level, time: dateTime(step.at), next: step.level })}
          </time>
        </p>
        <p className={isSoon ? undefined : "text-ink-muted"}>
          <Phrase
            text={text("toHold", { amount: "{amount}", level: summary.level })}
            amount={
              <Money
                value={step.to_hold}
                figure={`rolloff.${step.level}.to_hold`}
                className="font-medium text-ink"
              />
            }
          />
        </p>
      </div>
    </div>
  );
}

function LaterFalls({ steps }: { steps: readonly RolloffStep[] }) {
  const text = useText("partner");
  const { dateTime } = useDateTimes();
  return (
    <ol className="flex flex-col gap-1 text-xs text-ink-muted">
      {steps.map((step) => (
        <li key={step.at}>
          {text("thenLevel", {
            level: step.level,
            time: dateTime(step.at),
            share: text("percent", { percent: step.share_percent }),
          })}
        </li>
      ))}
    </ol>
  );
}
