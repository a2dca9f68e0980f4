"use client";

import { useFormat, useText } from "#components/i18n/i18n-provider.tsx";
import { cn } from "#components/ui/class-names.ts";
import type { LevelRule, PartnerSummary } from "#lib/protocol/wire/partner.ts";
import { Card } from "./card.tsx";
import { Fold } from "./fold.tsx";
import { Money, Phrase, useAmount } from "./money.tsx";
import { useDateTimes } from "./use-date-times.ts";
import { usePartnerView } from "./use-partner-view.ts";

/** The element that holds the records behind the figures. */
export const RECORDS_ID = "partner-records";

/** The level, its share, and the progress to the next level. */
export function LevelCard({ summary }: { summary: PartnerSummary }) {
  const text = useText("partner");
  const { level, share_percent, ruleset } = summary;
  return (
    <Card title={text("levelTitle")}>
      <div className="grid gap-x-8 gap-y-5 lg:grid-cols-2">
        <div className="flex min-w-0 flex-col justify-between gap-4">
          <div className="flex items-center gap-4">
            <p className="flex size-20 shrink-0 flex-col items-center justify-center rounded-md border border-accent bg-accent-soft text-accent">
              <span className="text-2xs">{text("level")}</span>
              <span
                data-figure="level"
                data-exact={level}
                className="text-[34px] leading-9 font-bold"
              >
                {level}
              </span>
            </p>
            <p className="flex min-w-0 flex-col">
              <span
                data-figure="share_percent"
                data-exact={share_percent}
                className="text-[28px] leading-8 font-semibold tracking-tight"
              >
                {text("percent", { percent: share_percent })}
              </span>
              <span className="text-ink-muted">{text("ofEveryFee")}</span>
            </p>
          </div>
          <Progress summary={summary} />
          <WhyLevel summary={summary} />
        </div>
        <Fold summary={<span className="text-xs text-accent">{text("ladder")}</span>}>
          <LevelLadder levels={ruleset.levels} present={level} />
        </Fold>
      </div>
    </Card>
  );
}

/** The reason of the share that the next fee pays, and the way to that of each earlier one. */
function WhyLevel({ summary }: { summary: PartnerSummary }) {
  const text = useText("partner");
  const amount = useAmount();
  const { dateTime } = useDateTimes();
  const { change } = usePartnerView();
  const { level, share_percent: share, referred_fees_30d: fees, window, ruleset } = summary;
  const rule = ruleset.levels.find((one) => one.level === level);
  return (
    <details className="text-xs">
      <summary className="w-fit cursor-pointer rounded py-1 text-accent hover:bg-hover pointer-coarse:min-h-11 pointer-coarse:content-center">
        {text("whyLevel")}
      </summary>
      <p className="mt-1">
        {text("whyLevelText", {
          from: dateTime(window.from),
          to: dateTime(window.to),
          amount: amount(fees, "USD"),
          level,
          threshold: amount(rule?.threshold ?? "0", "USD"),
          share: text("percent", { percent: share }),
        })}
      </p>
      <button
        type="button"
        className="rounded py-1 text-accent underline underline-offset-2 pointer-coarse:min-h-11"
        onClick={() => {
          change({ fees: true, referral: undefined });
          document.getElementById(RECORDS_ID)?.scrollIntoView({ block: "start" });
        }}
      >
        {text("toFees")}
      </button>
    </details>
  );
}

function Progress({ summary }: { summary: PartnerSummary }) {
  const text = useText("partner");
  const { next_level: next, referred_fees_30d: fees } = summary;
  if (next === null) {
    return (
      <div className="flex flex-col gap-2">
        <p>
          <Phrase
            text={text("feesOfWindow", { fees: "{fees}" })}
            fees={<Money value={fees} figure="referred_fees_30d" className="font-semibold" />}
          />
        </p>
        <Bar label={text("highest")} progress="1" />
        <p className="text-ink-muted">{text("highest")}</p>
      </div>
    );
  }
  return (
    <div className="flex flex-col gap-2">
      <p>
        <Phrase
          text={text("feesOfThreshold", { fees: "{fees}", threshold: "{threshold}" })}
          fees={<Money bare value={fees} figure="referred_fees_30d" className="font-semibold" />}
          threshold={<Money value={next.threshold} figure="next_level.threshold" />}
        />
      </p>
      <Bar label={text("progressTo", { level: next.level })} progress={next.progress} />
      <p className="text-ink-muted">
        <Phrase
          text={text("toNext", {
            amount: "{amount}",
            level: next.level,
            share: text("percent", { percent: next.share_percent }),
          })}
          amount={
            <Money value={next.remaining} figure="next_level.remaining" className="text-ink" />
          }
        />{" "}
        <Pace next={next} />
      </p>
    </div>
  );
}

/** When the next level is reached at the pace of the last seven days. */
function Pace({ next }: { next: NonNullable<PartnerSummary["next_level"]> }) {
  const text = useText("partner");
  const amount = useAmount();
  const { date } = useDateTimes();
  const { fees_7d: fees, reached_at: at } = next.pace;
  if (!/[1-9]/.test(fees) || fees.startsWith("-")) return text("paceNone");
  const pace = amount(fees, "USD");
  return (
    <span data-figure="next_level.pace.fees_7d" data-exact={fees}>
      {at === null ? text("paceSlow", { pace }) : text("paceReaches", { pace, day: date(at) })}
    </span>
  );
}

/** `progress` is a share from 0 to 1. */
function Bar({ label, progress }: { label: string; progress: string }) {
  // Only for the width; the exact figures stand above.
  const percent = Math.min(100, Number(progress) * 100);
  return (
    <div
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- browsers paint their own colours into a progress element
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.floor(percent)}
      className="h-2.5 overflow-hidden rounded-full border bg-raised"
    >
      <div
        className="h-full rounded-full bg-accent-strong transition-[inline-size] duration-500"
        style={{ inlineSize: `${percent}%` }}
      />
    </div>
  );
}

type LevelLadderProps = { levels: readonly LevelRule[]; present: number };

/** Height of the lowest step, and of each further percent, in pixels. */
const LOWEST = 30;
const PER_PERCENT = 4.5;

/** All levels as steps, with their shares and thresholds. */
function LevelLadder({ levels, present }: LevelLadderProps) {
  const text = useText("partner");
  const { figure } = useFormat();
  const least = levels[0]?.share_percent ?? 0;
  return (
    <div className="flex min-w-0 flex-col justify-end gap-2">
      <ol aria-label={text("ladder")} className="grid grid-cols-6 items-end gap-1">
        {levels.map(({ level, share_percent, threshold }) => (
          <li
            key={level}
            aria-current={level === present ? "step" : undefined}
            className="flex min-w-0 flex-col gap-1 text-center"
          >
            <span
              style={{ height: LOWEST + (share_percent - least) * PER_PERCENT }}
              className={cn(
                "flex items-start justify-center rounded-t border-b-2 pt-1.5 text-xs font-semibold",
                stepStyle(level, present),
              )}
            >
              {text("percent", { percent: share_percent })}
            </span>
            <span
              className={cn(
                "text-xs",
                level === present ? "font-semibold text-accent" : "text-ink-muted",
              )}
            >
              <span className="sr-only">{text("level")} </span>
              {level}
              <span className="block font-normal text-ink-faint">{figure(threshold, 0)}</span>
            </span>
          </li>
        ))}
      </ol>
      <p className="text-2xs text-ink-faint">{text("ladderHint")}</p>
    </div>
  );
}

function stepStyle(level: number, present: number): string {
  if (level === present) return "border-accent bg-accent-strong text-accent-ink";
  if (level < present) return "border-accent bg-accent-soft text-accent";
  return "border-line-strong bg-raised text-ink-muted";
}
