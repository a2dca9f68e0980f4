"use client";

import { usePreference } from "#components/data/preference.ts";
import { moreFigures } from "#components/frame/preferences/order-preferences.ts";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { Button } from "#components/ui/button.tsx";
import { ownCancelledNote, previewRows } from "./preview-text.ts";
import type { OrderCheck } from "./use-order-check.ts";

/** What the order would do, figure by figure. */
export function PreviewList({ check }: { check: OrderCheck }) {
  const text = useText("ticket");
  const more = usePreference(moreFigures);
  const own = ownCancelledNote(check.preview, check);
  return (
    <div className="flex flex-col gap-1 border-t pt-2">
      {own ? <p className="text-2xs text-warn">{own}</p> : null}
      <dl
        aria-label={text("preview")}
        className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2 gap-y-1 text-2xs"
      >
        {previewRows(check, more).map(({ name, label, value, exact }) => (
          <div key={name} className="contents" data-row={name} data-exact={exact}>
            <dt className="text-ink-muted">{label}</dt>
            <dd className="text-end">
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      <Button
        size="xs"
        tone="quiet"
        aria-expanded={more}
        onClick={() => moreFigures.set(!more)}
        className="-ms-2 self-start"
      >
        {text(more ? "fewerFigures" : "moreFigures")}
      </Button>
    </div>
  );
}
