"use client";

import { ChevronRight } from "lucide-react";
import Link from "next/link";
import { type ReactNode, useEffect, useId, useMemo, useRef, useState } from "react";
import { readJson } from "#components/data/http.ts";
import { followClock, serverNow } from "#components/data/server-clock.ts";
import { useAction } from "#components/data/use-action.ts";
import { useReadAgain } from "#components/data/use-read-again.ts";
import { type PageRead, type Resource, useResource } from "#components/data/use-resource.ts";
import {
  ActionFailure,
  ReadState,
  SettingsPage,
} from "#components/frame/settings/settings-page.tsx";
import { APPROVALS } from "#components/frame/waiting-approvals/staged-order.ts";
import { refreshWaiting, useWaiting } from "#components/frame/waiting-approvals/use-waiting.ts";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { proposalSummary } from "#components/i18n/order-summary.ts";
import { Ago } from "#components/ui/ago.tsx";
import { Button, buttonStyle } from "#components/ui/button.tsx";
import { cn } from "#components/ui/class-names.ts";
import { isolated } from "#components/ui/isolated-text.ts";
import { Notice } from "#components/ui/panel.tsx";
import { STAGED_ORDER_RETENTION_DAYS } from "#lib/protocol/staged-orders.ts";
import type { StagedOrder, StagedOrderPage } from "#lib/protocol/wire/staged-order.ts";
import { Countdown, useSecondsLeft, useTimeOver } from "./countdown.tsx";
import { ShortfallAtProposal } from "./margin-shortfall.tsx";
import { listPollIntervalMs } from "./poll-interval.ts";
import { isUnsettled } from "./staged-order.ts";

const FILTERS = ["all", "placed", "open", "not"] as const;
type Filter = (typeof FILTERS)[number];

/** The account's proposed orders: the waiting ones, then the decided ones, the newest first. */
export function ApprovalsPage() {
  const frame = useText("settingsFrame");
  const text = useText("approvals");
  return (
    <SettingsPage
      title={frame("approvals")}
      intro={text("intro")}
      actions={
        <Link href="/settings/notifications#approvals" className={buttonStyle({ size: "md" })}>
          {text("notify")}
        </Link>
      }
    >
      <Lists />
    </SettingsPage>
  );
}

type FilterSelectProps = { filter: Filter; onChange: (filter: Filter) => void };

function FilterSelect({ filter, onChange }: FilterSelectProps) {
  const text = useText("approvals");
  const id = useId();
  return (
    <div className="flex items-center gap-2">
      <label htmlFor={id} className="text-xs text-ink-muted">
        {text("show")}
      </label>
      <select
        id={id}
        value={filter}
        onChange={(event) => onChange(event.currentTarget.value as Filter)}
        className="h-8 rounded border border-line-strong bg-raised px-2 text-sm pointer-coarse:h-11"
      >
        {FILTERS.map((one) => (
          <option key={one} value={one}>
            {text(`filter_${one}`)}
          </option>
        ))}
      </select>
    </div>
  );
}

function Lists() {
  const text = useText("approvals");
  const waiting = useResource<StagedOrderPage>(`${APPROVALS}?state=waiting`);
  const all = useResource<StagedOrderPage>(`${APPROVALS}?state=all`);
  const older = useOlder(all.data);
  const reload = () => {
    void waiting.reload();
    void all.reload();
  };
  const poll = () => {
    waiting.poll();
    all.poll();
  };
  useFollowing(reload, poll, all.data);
  useEffect(() => followClock(), []);
  return (
    <ReadState resource={joined(waiting, all, reload)} label={text("loading")}>
      {([open, first]) =>
        open.orders.length === 0 && first.orders.length === 0 ? (
          <EmptyState />
        ) : (
          <div className="flex flex-col gap-6">
            <WaitingList orders={open.orders} onOver={reload} />
            <DecidedList orders={[...first.orders, ...older.orders]}>
              {older.next === null ? null : (
                <Button
                  size="md"
                  className="w-fit"
                  aria-disabled={older.more.pending}
                  onClick={() => void older.more.run()}
                >
                  {text(older.more.pending ? "loadingMore" : "loadMore")}
                </Button>
              )}
              <ActionFailure error={older.more.error} />
            </DecidedList>
          </div>
        )
      }
    </ReadState>
  );
}

/** Both lists or none. */
function joined(
  waiting: Resource<StagedOrderPage>,
  all: Resource<StagedOrderPage>,
  reload: () => void,
): PageRead<[StagedOrderPage, StagedOrderPage]> {
  return {
    data: waiting.data && all.data ? [waiting.data, all.data] : undefined,
    error: waiting.error ?? all.error,
    loading: waiting.loading || all.loading,
    reload: async () => reload(),
  };
}

/** The pages after the first one; they stay while the first one is polled. */
function useOlder(first: StagedOrderPage | undefined) {
  const [older, setOlder] = useState<StagedOrderPage>();
  const next = older === undefined ? (first?.next ?? null) : older.next;
  const more = useAction(async () => {
    const cursor = encodeURIComponent(next ?? "");
    const answer = await readJson<StagedOrderPage>(`${APPROVALS}?state=all&cursor=${cursor}`);
    if (answer.ok) {
      const page = answer.body;
      setOlder((before) => ({ ...page, orders: [...(before?.orders ?? []), ...page.orders] }));
    }
    return answer;
  });
  return { orders: older?.orders ?? [], next, more };
}

/** Reads the lists again when the waiting orders change, and polls them while an order is unsettled. */
function useFollowing(
  reload: () => void,
  poll: () => void,
  all: StagedOrderPage | undefined,
): void {
  const { count, newest } = useWaiting();
  const seen = `${count.toString()} ${newest?.id ?? ""}`;
  const read = useRef(seen);
  useEffect(() => {
    if (seen === read.current) return;
    read.current = seen;
    reload();
  }, [seen, reload]);
  const every = useMemo(() => listPollIntervalMs(all?.orders ?? [], serverNow()), [all]);
  useReadAgain(poll, every);
}

type WaitingListProps = { orders: readonly StagedOrder[]; onOver: () => void };

function WaitingList({ orders, onOver }: WaitingListProps) {
  const text = useText("approvals");
  return (
    <section aria-label={text("waitingTitle")} className="flex flex-col gap-2">
      <h2 className="text-sm font-semibold">{text("waitingTitle")}</h2>
      <output className="sr-only">
        {orders.length === 0 ? "" : text("newWaiting", { count: orders.length })}
      </output>
      {orders.length === 0 ? (
        <p className="rounded-md border bg-surface p-4 text-ink-muted">{text("noneWaiting")}</p>
      ) : (
        <ul className="flex flex-col gap-2">
          {orders.map((order) => (
            <ApprovalRow
              key={order.id}
              staged={order}
              onOver={() => {
                refreshWaiting();
                onOver();
              }}
            />
          ))}
        </ul>
      )}
    </section>
  );
}

type DecidedListProps = {
  orders: readonly StagedOrder[];
  /** Below the list: the button that loads more. */
  children: ReactNode;
};

function DecidedList({ orders, children }: DecidedListProps) {
  const text = useText("approvals");
  const [filter, setFilter] = useState<Filter>("all");
  const decided = orders.filter(
    (order, index) =>
      order.state !== "waiting" &&
      // The first page, read again, may contain orders of the next one.
      orders.findIndex(({ id }) => id === order.id) === index,
  );
  const shown = decided.filter((order) => filter === "all" || kindOf(order) === filter);
  if (decided.length === 0) return null;
  return (
    <section aria-label={text("decidedTitle")} className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-sm font-semibold">{text("decidedTitle")}</h2>
        <FilterSelect filter={filter} onChange={setFilter} />
      </div>
      {shown.length === 0 ? (
        <div className="rounded-md border bg-surface">
          <Notice title={text("noneOfKind")} detail={text("noneOfKindDetail")} />
        </div>
      ) : (
        <ul className="divide-y rounded-md border bg-surface">
          {shown.map((order) => (
            <ApprovalRow key={order.id} staged={order} />
          ))}
        </ul>
      )}
      {children}
      <p className="text-xs text-ink-muted">
        {text("kept", { days: STAGED_ORDER_RETENTION_DAYS })}
      </p>
    </section>
  );
}

function kindOf(order: StagedOrder): Filter {
  if (isUnsettled(order)) return "open";
  return order.state === "placed" ? "placed" : "not";
}

function EmptyState() {
  const text = useText("approvals");
  return (
    <section
      aria-label={text("emptyTitle")}
      className="flex flex-col items-start gap-3 rounded-md border bg-surface p-5"
    >
      <h2 className="text-base font-medium">{text("emptyTitle")}</h2>
      <ul className="flex max-w-2xl list-disc flex-col gap-1 ps-5 text-ink-muted">
        <li>{text("emptyWhat")}</li>
        <li>{text("emptySign")}</li>
        <li>{text("emptyExpire")}</li>
      </ul>
      <Link
        href="/connect"
        className={buttonStyle({
          tone: "primary",
          size: "md",
        })}
      >
        {text("connect")}
      </Link>
    </section>
  );
}

type ApprovalRowProps = {
  staged: StagedOrder;
  /** Called when a waiting order expires. */
  onOver?: (() => void) | undefined;
};

/** A proposed order in the list, with its proposer and state. The whole row is a link. */
function ApprovalRow({ staged, onOver }: ApprovalRowProps) {
  const text = useText("approvals");
  const isWaiting = staged.state === "waiting";
  return (
    <li className={cn(isWaiting && "rounded-md border border-accent bg-surface")}>
      <Link
        href={`/approvals/${staged.id}`}
        className={cn(
          "flex items-center gap-3 p-3 hover:bg-hover",
          isWaiting ? "rounded-md p-4" : "pointer-coarse:min-h-11",
        )}
      >
        <span className="min-w-0 flex-1">
          <span
            className={cn(
              "block [overflow-wrap:anywhere]",
              isWaiting ? "text-base font-semibold" : "font-medium",
            )}
          >
            {proposalSummary(staged)}
          </span>
          <span className="block text-xs text-ink-muted [overflow-wrap:anywhere]">
            {text("proposedBy", { name: isolated(staged.source.name) })} ·{" "}
            <Ago at={staged.created_at} />
          </span>
          <ShortfallAtProposal staged={staged} className="text-xs" />
        </span>
        {isWaiting ? <Left staged={staged} onOver={onOver} /> : <StateChip staged={staged} />}
        <ChevronRight size={15} aria-hidden className="shrink-0 text-ink-faint rtl:rotate-180" />
      </Link>
    </li>
  );
}

function Left({ staged, onOver }: ApprovalRowProps) {
  const left = useSecondsLeft(staged);
  useTimeOver(left, () => onOver?.());
  return <Countdown secondsLeft={left} />;
}

const TONE: Readonly<Record<StagedOrder["state"], string>> = {
  waiting: "bg-accent-soft text-accent",
  sending: "bg-accent-soft text-accent",
  placed: "bg-raised text-good",
  refused: "bg-raised text-bad",
  unknown: "bg-warn-soft text-warn",
  declined: "bg-raised text-ink-muted",
  withdrawn: "bg-raised text-ink-muted",
  expired: "bg-raised text-ink-muted",
};

function StateChip({ staged: { state, action } }: { staged: StagedOrder }) {
  const text = useText("approvals");
  const isChange = state === "placed" && (action === "modify" || action === "cancel");
  return (
    <span
      className={cn("rounded px-1.5 py-0.5 text-2xs font-medium whitespace-nowrap", TONE[state])}
    >
      {text(isChange ? `done_${action}` : `state_${state}`)}
    </span>
  );
}
