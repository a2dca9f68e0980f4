"use client";

import { moreFigures } from "#components/frame/preferences/order-preferences.ts";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { Button } from "#components/ui/button.tsx";
import { useStore } from "#components/ui/use-store.ts";
import { isDeciding, ownCancelledNote, type PreviewRow, previewRows } from "./preview-text.ts";
import type { OrderCheck } from "./use-order-check.ts";

/** Cost, fee and liquidation price of the order. They are beside the button, because the form above may be scrolled away. */
export function DecidingFigures({ check }: { check: OrderCheck }) {
  const text = useText("ticket");
  const rows = previewRows(check, false).filter(({ name }) => isDeciding(name));
  if (rows.length === 0) return null;
  return (
    <div className="pb-2">
      <Figures label={text("decidingFigures")} rows={rows} />
    </div>
  );
}

/** The other figures of the preview. */
export function PreviewList({ check }: { check: OrderCheck }) {
  const text = useText("ticket");
  const more = useStore(moreFigures);
  const own = ownCancelledNote(check.preview, check);
  const rows = previewRows(check, more).filter(({ name }) => !isDeciding(name));
  if (rows.length === 0) return null;
  return (
    <div className="flex flex-col gap-1 border-t pt-2">
      {own ? <p className="text-2xs text-warn">{own}</p> : null}
      <Figures label={text("preview")} rows={rows} />
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

function Figures({ label, rows }: { label: string; rows: readonly PreviewRow[] }) {
  return (
    <dl aria-label={label} className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2 gap-y-1 text-2xs">
      {rows.map(({ name, label: what, value, exact }) => (
        <div key={name} className="contents" data-row={name} data-exact={exact}>
          <dt className="text-ink-muted">{what}</dt>
          <dd className="text-end">
            <bdi>{value}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
}
