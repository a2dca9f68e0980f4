"use client";

import Link from "next/link";
import { lazy, useId, useState } from "react";
import { readJson } from "#components/data/http.ts";
import { useAction } from "#components/data/use-action.ts";
import { useReadAgain } from "#components/data/use-read-again.ts";
import { useResource } from "#components/data/use-resource.ts";
import { ActionFailure, ReadState } from "#components/frame/settings/settings-page.tsx";
import { useFormat, useText } from "#components/i18n/i18n-provider.tsx";
import { Ago } from "#components/ui/ago.tsx";
import { Button } from "#components/ui/button.tsx";
import { CsvLinks } from "#components/ui/csv-links.tsx";
import { LazyBoundary } from "#components/ui/lazy-boundary.tsx";
import { EmptyState } from "#components/ui/section.tsx";
import { DeliveryState } from "#components/webhooks/parts.tsx";
import { deliveryPage, webhookApi } from "#components/webhooks/paths.ts";
import { useErrorText } from "#components/webhooks/pause/error-text.ts";
import type { TabProps } from "#components/webhooks/tab-props.ts";
import { MAX_ATTEMPTS } from "#lib/protocol/webhook-retry-schedule.ts";
import { DELIVERY_STATES } from "#lib/protocol/webhooks.ts";
import type {
  Webhook,
  WebhookDeliveryPage,
  WebhookDeliverySummary,
} from "#lib/protocol/wire/webhook.ts";

const ReplayDialog = lazy(() => import("./replay-dialog.tsx"));
const RecoverDialog = lazy(() => import("./recover-dialog.tsx"));

const LIVE_EVERY_MS = 2_500;

type Filters = { state: string; type: string };

/** The deliveries, newest first. The first page updates live. */
export function DeliveriesTab({ webhook, onChange }: TabProps) {
  const text = useText("webhooks");
  const [filters, setFilters] = useState<Filters>({ state: "", type: "" });
  const address = addressOf(webhook.id, filters);
  return (
    <div className="flex flex-col gap-3">
      <FilterBar webhook={webhook} filters={filters} onChange={setFilters} />
      <DeliveryPages
        key={address}
        webhook={webhook}
        address={address}
        isFiltered={filters.state !== "" || filters.type !== ""}
        onChange={onChange}
      />
      <p className="text-2xs text-ink-faint">{text("keptFor")}</p>
    </div>
  );
}

function addressOf(id: string, { state, type }: Filters, format?: "csv"): string {
  const query = new URLSearchParams({
    ...(state !== "" && { state }),
    ...(type !== "" && { type }),
    ...(format === undefined ? { limit: "50" } : { format }),
  });
  return `${webhookApi(id)}/deliveries?${query.toString()}`;
}

type FilterBarProps = {
  webhook: Webhook;
  filters: Filters;
  onChange: (next: Filters) => void;
};

function FilterBar({ webhook, filters, onChange }: FilterBarProps) {
  const text = useText("webhooks");
  const types = [...new Set([...webhook.events, ...(filters.type === "" ? [] : [filters.type])])];
  return (
    <div className="flex flex-wrap items-end gap-2">
      <Choice
        label={text("status")}
        value={filters.state}
        options={DELIVERY_STATES.map((state) => [state, text(`state_${state}`)])}
        onChange={(state) => onChange({ ...filters, state })}
      />
      <Choice
        label={text("filterType")}
        value={filters.type}
        options={types.map((type) => [type, type])}
        onChange={(type) => onChange({ ...filters, type })}
      />
      <CsvLinks href={addressOf(webhook.id, filters, "csv")} size="md" className="ms-auto" />
    </div>
  );
}

type ChoiceProps = {
  label: string;
  value: string;
  options: readonly (readonly [value: string, label: string])[];
  onChange: (value: string) => void;
};

function Choice({ label, value, options, onChange }: ChoiceProps) {
  const text = useText("webhooks");
  const id = useId();
  return (
    <div className="flex items-center gap-1.5">
      <label htmlFor={id} className="text-xs text-ink-muted">
        {label}
      </label>
      <select
        id={id}
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
        className="h-8 max-w-44 rounded border border-line-strong bg-raised px-2 text-sm pointer-coarse:h-11"
      >
        <option value="">{text("all")}</option>
        {options.map(([one, name]) => (
          <option key={one} value={one}>
            {name}
          </option>
        ))}
      </select>
    </div>
  );
}

type DeliveryPagesProps = {
  webhook: Webhook;
  address: string;
  isFiltered: boolean;
  onChange: () => Promise<void>;
};

function DeliveryPages({ webhook, address, isFiltered, onChange }: DeliveryPagesProps) {
  const text = useText("webhooks");
  const read = useResource<WebhookDeliveryPage>(address);
  const [older, setOlder] = useState<WebhookDeliveryPage>();
  // While older pages are shown, the first page does not update: that would leave a gap between
  // them.
  useReadAgain(read.poll, older === undefined ? LIVE_EVERY_MS : undefined);
  const more = useAction(async (cursor: string) => {
    const answer = await readJson<WebhookDeliveryPage>(`${address}&cursor=${cursor}`);
    if (answer.ok) {
      const { deliveries, next } = answer.body;
      setOlder((before) => ({ deliveries: [...(before?.deliveries ?? []), ...deliveries], next }));
    }
    return answer;
  });
  return (
    <ReadState resource={read} label={text("loadingDeliveries")}>
      {(first) => {
        const next = (older ?? first).next;
        const deliveries = [...first.deliveries, ...(older?.deliveries ?? [])];
        return (
          <>
            <DeliveryList
              webhook={webhook}
              deliveries={deliveries}
              isFiltered={isFiltered}
              onChange={async () => {
                setOlder(undefined);
                await Promise.all([read.reload(), onChange()]);
              }}
            />
            <div className="flex flex-wrap gap-2">
              {next === null ? null : (
                <Button size="md" aria-disabled={more.pending} onClick={() => void more.run(next)}>
                  {text(more.pending ? "loadingMore" : "loadMore")}
                </Button>
              )}
              {older === undefined ? null : (
                <Button size="md" onClick={() => setOlder(undefined)}>
                  {text("backToNewest")}
                </Button>
              )}
            </div>
            <ActionFailure error={more.error} />
          </>
        );
      }}
    </ReadState>
  );
}

type DeliveryListProps = {
  webhook: Webhook;
  deliveries: readonly WebhookDeliverySummary[];
  isFiltered: boolean;
  onChange: () => Promise<void>;
};

/** The rows, their selection, and the actions on selected rows. */
function DeliveryList({ webhook, deliveries, isFiltered, onChange }: DeliveryListProps) {
  const text = useText("webhooks");
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [openDialog, setOpenDialog] = useState<
    { what: "replay"; ids: string[] } | { what: "recover" }
  >();
  const shown = chosen.filter((id) => deliveries.some((one) => one.id === id));
  const end = async (isDone: boolean) => {
    setOpenDialog(undefined);
    if (!isDone) return;
    setChosen([]);
    await onChange();
  };
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <Button
          size="md"
          aria-disabled={shown.length === 0}
          onClick={() => {
            if (shown.length > 0) setOpenDialog({ what: "replay", ids: shown });
          }}
        >
          {text("replayChosen", { count: shown.length })}
        </Button>
        <Button size="md" onClick={() => setOpenDialog({ what: "recover" })}>
          {text("recover")}
        </Button>
      </div>
      {deliveries.length === 0 ? (
        <EmptyState title={text(isFiltered ? "noneMatch" : "noDeliveries")}>
          {isFiltered ? null : text("noDeliveriesText")}
        </EmptyState>
      ) : (
        <ul
          aria-label={text("tab_deliveries")}
          className="divide-y overflow-hidden rounded-md border bg-surface"
        >
          {deliveries.map((delivery) => (
            <Row
              key={delivery.id}
              webhookId={webhook.id}
              isPaused={webhook.status === "paused"}
              delivery={delivery}
              isChosen={shown.includes(delivery.id)}
              onChoose={(isChosen) =>
                setChosen((before) =>
                  isChosen ? [...before, delivery.id] : before.filter((one) => one !== delivery.id),
                )
              }
            />
          ))}
        </ul>
      )}
      {openDialog === undefined ? null : (
        <LazyBoundary onFailure={() => setOpenDialog(undefined)}>
          {openDialog.what === "replay" ? (
            <ReplayDialog
              webhook={webhook}
              ids={openDialog.ids}
              onClose={(isDone) => void end(isDone)}
            />
          ) : (
            <RecoverDialog webhook={webhook} onClose={(isDone) => void end(isDone)} />
          )}
        </LazyBoundary>
      )}
    </>
  );
}

type RowProps = {
  webhookId: string;
  isPaused: boolean;
  delivery: WebhookDeliverySummary;
  isChosen: boolean;
  onChoose: (isChosen: boolean) => void;
};

function Row({ webhookId, isPaused, delivery, isChosen, onChoose }: RowProps) {
  const text = useText("webhooks");
  const { dayAndTime } = useFormat();
  const errorText = useErrorText();
  const { id, type, created_at: createdAt, attempts, last_error: error } = delivery;
  return (
    <li
      data-delivery={id}
      className="relative grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3 px-3 py-2 hover:bg-hover"
    >
      <label className="relative z-10 inline-flex items-center justify-center p-1 pointer-coarse:min-h-11 pointer-coarse:min-w-11">
        <input
          type="checkbox"
          checked={isChosen}
          aria-label={text("choose", { id })}
          onChange={({ currentTarget }) => onChoose(currentTarget.checked)}
          className="size-4 accent-(--accent-strong)"
        />
      </label>
      <div className="grid items-baseline gap-x-4 gap-y-0.5 sm:grid-cols-[minmax(0,2.2fr)_minmax(0,2fr)_minmax(0,2.4fr)]">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <Link href={deliveryPage(webhookId, id)} className="after:absolute after:inset-0">
            <bdi dir="ltr" translate="no" className="font-mono text-xs">
              {type}
            </bdi>
          </Link>
        </p>
        <p className="flex flex-wrap items-baseline gap-x-2 gap-y-1">
          <DeliveryState delivery={delivery} />
          {error === null ? null : (
            <span className="text-xs text-ink-muted">{errorText(error)}</span>
          )}
        </p>
        <p className="text-xs text-ink-muted sm:text-end">
          <time dateTime={createdAt} title={createdAt}>
            {dayAndTime(Date.parse(createdAt))}
          </time>
          {" · "}
          {text("attemptsOf", { done: attempts, most: MAX_ATTEMPTS })}
          {delivery.next_attempt_at === null || attempts === 0 || isPaused ? null : (
            <>
              {" · "}
              {text("nextAttempt")} <Ago at={delivery.next_attempt_at} />
            </>
          )}
        </p>
      </div>
    </li>
  );
}
