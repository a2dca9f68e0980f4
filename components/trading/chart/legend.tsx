"use client";

import { memo, type Ref } from "react";
import { useText } from "#components/i18n/i18n-provider.tsx";
import type { BarSource } from "#components/trading/view/view.ts";
import type { StudySetting } from "./chart-settings.ts";
import { studyColour, studyKey, studyLines, studyName } from "./study-names.ts";

type LegendProps = {
  ref: Ref<HTMLDivElement>;
  source: BarSource;
  studies: readonly StudySetting[];
};

/**
 * Open, high, low, close, change and volume of a bar, and the values of the indicators. Rendered once, without figures:
 * those are written into it once a frame by `LegendWriter`. Hidden from screen readers, which are told bars in words.
 */
export const Legend = memo(function Legend({ ref, source, studies }: LegendProps) {
  const text = useText("chart");
  return (
    <div
      ref={ref}
      aria-hidden
      hidden
      data-legend
      className="pointer-events-none absolute start-2.5 top-1.5 z-10 flex max-w-[calc(100%-5.5rem)] flex-col gap-y-0.5 text-2xs"
    >
      <div className="flex flex-wrap gap-x-2.5 gap-y-0.5">
        <bdi className="font-medium text-ink-muted">
          {source === "mark" ? text("sourceMark") : text("sourceFills")}
        </bdi>
        <bdi className="text-ink-muted empty:hidden" data-value="time" />
        {(["open", "high", "low", "close"] as const).map((name) => (
          <span key={name}>
            <bdi className="text-ink-faint">{text(`${name}Short`)}</bdi>{" "}
            <span data-value={name} data-tone />
          </span>
        ))}
        <span data-value="change" data-tone />
        <span>
          <bdi className="text-ink-faint">{text("volumeShort")}</bdi> <span data-value="volume" />
        </span>
        <bdi className="text-ink-faint empty:hidden" data-value="carried" />
        <bdi className="text-ink-muted empty:hidden" data-value="countdown" />
      </div>
      {studies.map((study) => (
        <div key={study.id} className="flex gap-x-2">
          <bdi className="text-ink-faint">{studyName(study, text)}</bdi>
          {studyLines(study.kind).map((line) => (
            <span
              key={line}
              data-value={studyKey(study, line)}
              style={{ color: studyColour(study) }}
            />
          ))}
        </div>
      ))}
    </div>
  );
});
