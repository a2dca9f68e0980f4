"use client";

import { useText } from "#components/i18n/i18n-provider.tsx";
import { Button } from "#components/ui/button.tsx";
import { isolated } from "#components/ui/isolated-text.ts";
import { useInstant } from "./known-slider.tsx";

type PastNoticeProps = { at: string | undefined; onNow: () => void };

/** Says that the page shows an earlier state. */
export function PastNotice({ at, onNow }: PastNoticeProps) {
  const text = useText("catalysts");
  const instant = useInstant();
  return (
    <output>
      {at === undefined ? null : (
        <div className="flex flex-wrap items-center gap-3 rounded-md border border-warn-line bg-warn-soft p-3 text-warn">
          <p className="min-w-0 flex-1 basis-60">{text("past", { time: isolated(instant(at)) })}</p>
          <Button size="md" onClick={onNow}>
            {text("backToNow")}
          </Button>
        </div>
      )}
    </output>
  );
}
