"use client";

import Link from "next/link";
import { useEffect } from "react";
import { useFormat, useLocale, useText } from "#components/i18n/i18n-provider.tsx";
import { useMarket } from "#components/trading/live/market-stream.tsx";
import { Button } from "#components/ui/button.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { Loading, Notice } from "#components/ui/panel.tsx";
import { useStore } from "#components/ui/use-store.ts";
import { restoreAlert } from "./alert-actions.ts";
import { alertList, deletedInDialog, readAlerts } from "./alert-list.ts";
import { inOrder } from "./alert-order.ts";
import { AlertRow } from "./alert-row.tsx";
import { AlertTexts } from "./alert-texts.ts";
import { NewAlert } from "./new-alert.tsx";

/** The account's price alerts of all markets, those of this market first. */
export default function AlertDialog({ onClose }: { onClose: () => void }) {
  return (
    <AlertTexts>
      <OpenDialog onClose={onClose} />
    </AlertTexts>
  );
}

function OpenDialog({ onClose }: { onClose: () => void }) {
  const text = useText("priceAlerts");
  useEffect(() => {
    void readAlerts();
    deletedInDialog.set(null);
    return () => deletedInDialog.set(undefined);
  }, []);
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={text("title")}
      description={text("titleHint")}
      footer={
        <Link
          href="/settings/notifications"
          className="text-xs text-accent underline underline-offset-2 pointer-coarse:inline-flex pointer-coarse:min-h-11 pointer-coarse:items-center"
        >
          {text("settings")}
        </Link>
      }
    >
      <div className="flex flex-col gap-4">
        <NewAlert />
        <Alerts />
      </div>
    </Dialog>
  );
}

/** Says what was deleted, until something else is set or deleted. */
function Deleted() {
  const text = useText("priceAlerts");
  const locale = useLocale();
  const { grouped } = useFormat();
  const alert = useStore(deletedInDialog);
  return (
    <output className="block">
      {alert ? (
        <span className="mb-2 flex items-center gap-3 text-xs">
          {text("deleted", { market: alert.market, price: grouped(alert.price) })}
          <Button onClick={() => void restoreAlert(alert, locale)}>{text("undo")}</Button>
        </span>
      ) : null}
    </output>
  );
}

function Alerts() {
  const text = useText("priceAlerts");
  const { symbol } = useMarket();
  const { results, most, isStale } = useStore(alertList);
  if (results === undefined && !isStale) return <Loading label={text("loading")} />;
  return (
    <section>
      {isStale ? (
        <div role="alert" className="mb-2 flex items-center gap-3 text-xs text-bad">
          {text("failed")}
          <Button onClick={() => void readAlerts()}>{text("retry")}</Button>
        </div>
      ) : null}
      {results?.length === 0 ? (
        <Notice title={text("none")}>
          <p className="text-xs text-balance text-ink-muted">{text("noneHint")}</p>
        </Notice>
      ) : null}
      <Deleted />
      <ul aria-label={text("title")}>
        {inOrder(results ?? [], symbol).map((alert) => (
          <AlertRow key={alert.id} alert={alert} />
        ))}
      </ul>
      {results !== undefined && results.length > 0 ? (
        <p className="mt-2 text-2xs text-ink-faint">
          {text("count", { count: results.length, most })}
        </p>
      ) : null}
    </section>
  );
}
