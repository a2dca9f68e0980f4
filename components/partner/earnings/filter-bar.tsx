"use client";

import { Check as Tick } from "lucide-react";
import type { ReactNode } from "react";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { cn } from "#components/ui/class-names.ts";
import { DaySpan } from "#components/ui/day-span.tsx";
import { ToggleGroup } from "#components/ui/toggle-group.tsx";
import { PRODUCTS } from "#lib/protocol/partner/partner-levels.ts";
import { Fold } from "./fold.tsx";
import { useSnapshot } from "./snapshot-context.ts";
import { usePartnerView } from "./use-partner-view.ts";
import { useSpan } from "./use-span.ts";
import { useSpanName } from "./use-span-name.ts";
import { granularitiesFor, RANGES, type RangeName, shownDays } from "./view.ts";

const GROUP = "flex-wrap rounded border border-line-strong bg-raised p-0.5";
const ITEM =
  "h-7 px-2.5 text-xs font-medium max-lg:h-8 pointer-coarse:min-h-11 pointer-coarse:min-w-11 data-[state=on]:!bg-accent-soft data-[state=on]:!text-accent";

/** The filters of the page, kept in the address. It stays in sight, and names the range on a phone. */
export function FilterBar() {
  const text = useText("partner");
  const span = useSpanName();
  return (
    <search
      aria-label={text("filters")}
      className="sticky top-0 z-10 rounded-md border bg-surface px-4 py-1 shadow-sm sm:py-3"
    >
      <Fold
        summary={
          <>
            <span className="text-xs text-ink-muted">{text("filters")} </span>
            <span className="text-xs font-medium">{span.both}</span>
          </>
        }
      >
        <Filters />
      </Fold>
    </search>
  );
}

function Filters() {
  const text = useText("partner");
  const { view, change } = usePartnerView();
  const { granularity, days, previous } = useSpan();
  const isComparable = previous !== undefined;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 max-sm:pb-3">
      <Range />
      <Choice
        label={text("granularity")}
        value={granularity}
        options={granularitiesFor(days).map((one) => [one, text(`granularity_${one}`)])}
        onChange={(one) => change({ granularity: one })}
      />
      <Choice
        label={text("product")}
        value={view.product}
        options={(["all", ...PRODUCTS] as const).map((one) => [one, text(`product_${one}`)])}
        onChange={(product) => change({ product })}
      />
      <Switch
        isOn={view.compare && isComparable}
        isPossible={isComparable}
        onChange={(compare) => change({ compare })}
      >
        {text("compare")}
      </Switch>
      <Switch isOn={view.showsAllDigits} onChange={(showsAllDigits) => change({ showsAllDigits })}>
        {text("allDigits")}
      </Switch>
      {isComparable ? null : <p className="text-xs text-ink-muted">{text("compareNot")}</p>}
    </div>
  );
}

function Range() {
  const text = useText("partner");
  const { view, change } = usePartnerView();
  const { at, tz, since } = useSnapshot();
  const { granularity } = useSpan();
  const span = useSpanName();
  const setRange = (range: RangeName) => {
    // Other days reset the granularity to its default. A custom range begins with the days that are shown.
    const custom = { ...shownDays(view, { asOf: at.as_of, tz, since }), granularity };
    const preset = { fromDay: undefined, toDay: undefined, granularity: undefined };
    change({ range, ...(range === "custom" ? custom : preset) });
  };
  return (
    <>
      <ToggleGroup
        label={text("range")}
        value={view.range}
        options={RANGES.map((range) => ({
          value: range,
          label: text(`range_${range}`),
          name: text(`range_${range}_name`),
        }))}
        onChange={setRange}
        className={GROUP}
        itemClassName={ITEM}
      />
      {view.range === "custom" ? (
        <>
          <DaySpan fromDay={view.fromDay} toDay={view.toDay} onChange={change} className={INPUT} />
          {/* Browsers write the days of a field in the order of their own language. */}
          <span data-days className="text-xs font-medium">
            {span.range}
          </span>
        </>
      ) : null}
      {view.hasBadDays ? (
        <p role="alert" className="text-xs text-warn">
          {text("badDays", { range: text(`range_${view.range}_name`) })}
        </p>
      ) : null}
    </>
  );
}

const INPUT = "h-8 rounded border border-line-strong bg-raised px-2 text-xs pointer-coarse:h-11";

type ChoiceProps<Value extends string> = {
  label: string;
  value: Value;
  options: readonly (readonly [Value, string])[];
  onChange: (value: Value) => void;
};

function Choice<Value extends string>({ label, value, options, onChange }: ChoiceProps<Value>) {
  return (
    <select
      aria-label={label}
      value={value}
      className={cn(INPUT, "max-w-full")}
      onChange={(event) => {
        const chosen = options.find(([one]) => one === event.currentTarget.value);
        if (chosen !== undefined) onChange(chosen[0]);
      }}
    >
      {options.map(([one, name]) => (
        <option key={one} value={one}>
          {name}
        </option>
      ))}
    </select>
  );
}

type SwitchProps = {
  isOn: boolean;
  isPossible?: boolean;
  onChange: (isOn: boolean) => void;
  children: ReactNode;
};

/** An invisible check box covers the whole label, which makes a large touch target. */
function Switch({ isOn, isPossible = true, onChange, children }: SwitchProps) {
  return (
    <label
      className={cn(
        "relative inline-flex h-8 items-center gap-1.5 rounded border border-line-strong px-2.5 text-xs font-medium pointer-coarse:min-h-11",
        isOn ? "bg-accent-soft text-accent" : "bg-raised text-ink-muted",
        isPossible ? "hover:text-ink" : "opacity-60",
      )}
    >
      <span
        aria-hidden
        className="inline-flex size-3.5 items-center justify-center rounded-sm border border-current"
      >
        {isOn ? <Tick size={11} /> : null}
      </span>
      {children}
      <input
        type="checkbox"
        checked={isOn}
        disabled={!isPossible}
        onChange={(event) => onChange(event.currentTarget.checked)}
        className="absolute -inset-px m-0 cursor-pointer appearance-none rounded-[inherit] disabled:cursor-not-allowed"
      />
    </label>
  );
}
