"use client";

import { type RefObject, useEffect, useRef, useState } from "react";
import { readJson } from "#components/data/http.ts";
import { useAction } from "#components/data/use-action.ts";
import { type Resource, useResource } from "#components/data/use-resource.ts";
import { write } from "#components/data/write.ts";
import { ActionFailure, ReadState } from "#components/frame/settings/settings-page.tsx";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { Card } from "#components/partner/earnings/card.tsx";
import { useAmount } from "#components/partner/earnings/money.tsx";
import { useSnapshot } from "#components/partner/earnings/snapshot-context.ts";
import { useDateTimes } from "#components/partner/earnings/use-date-times.ts";
import { ZonedTime } from "#components/partner/earnings/zoned-time.tsx";
import { Button } from "#components/ui/button.tsx";
import { Chip } from "#components/ui/chip.tsx";
import { cn } from "#components/ui/class-names.ts";
import { EmptyState } from "#components/ui/section.tsx";
import type { NoticePage, PartnerNotice, PartnerProfile } from "#lib/protocol/wire/partner.ts";
import { FailureReason } from "./failure-reason.tsx";
import { mergeNotices, type ShownNotice } from "./notice-list.ts";

const NOTICES = "/api/v1/partner/notices";
const FIRST = `${NOTICES}?limit=10`;

/** The partner's notices: changes of the level, announced changes, and ended payouts. */
export function Notices({ profile }: { profile: Resource<PartnerProfile> }) {
  const text = useText("partnerRecords");
  const { list, next, unread, first, add, noteRead } = useNotices();
  return (
    <Card
      title={unread === 0 ? text("notices") : text("noticesUnread", { count: unread })}
      aside={<MailSwitch profile={profile} />}
      foldsOnPhone
    >
      <ReadState resource={first} label={text("loading")}>
        {() =>
          list.length === 0 ? (
            <EmptyState title={text("noNotices")}>{text("noNoticesText")}</EmptyState>
          ) : (
            <NoticeList list={list} isUnread={unread > 0} onSeen={noteRead} />
          )
        }
      </ReadState>
      {next === null ? null : <More next={next} onPage={add} />}
    </Card>
  );
}

type LoadedNotices = {
  of: NoticePage | undefined;
  list: readonly ShownNotice[];
  next: string | null;
};

/** Reads the newest page again with each snapshot, and merges it into the shown notices. */
function useNotices() {
  const first = useResource<NoticePage>(FIRST);
  const { at } = useSnapshot();
  const { data, poll, change } = first;
  const [loaded, setLoaded] = useState<LoadedNotices>({ of: undefined, list: [], next: null });
  if (data !== undefined && data !== loaded.of) {
    setLoaded({
      of: data,
      list: mergeNotices(loaded.list, data.results),
      // Later reads of the first page must not reset the cursor.
      next: loaded.of === undefined ? data.next : loaded.next,
    });
  }
  const seen = useRef(at);
  useEffect(() => {
    if (seen.current === at) return;
    seen.current = at;
    poll();
  }, [at, poll]);
  return {
    list: loaded.list,
    next: loaded.next,
    unread: data?.unread ?? 0,
    first,
    add: (page: NoticePage) =>
      setLoaded(({ of, list }) => ({
        of,
        list: mergeNotices(list, page.results),
        next: page.next,
      })),
    noteRead: (newest: string) =>
      void write("POST", `${NOTICES}/read`, { up_to: newest }).then(
        (answer) => answer.ok && change((before) => ({ ...before, unread: 0 })),
      ),
  };
}

type NoticeListProps = {
  list: readonly ShownNotice[];
  isUnread: boolean;
  onSeen: (newest: string) => void;
};

function NoticeList({ list, isUnread, onSeen }: NoticeListProps) {
  const text = useText("partnerRecords");
  const element = useRef<HTMLUListElement>(null);
  useSeen(element, isUnread ? list[0]?.id : undefined, onSeen);
  return (
    <ul ref={element} aria-label={text("notices")} className="divide-y">
      {list.map((notice) => (
        <li
          key={notice.id}
          data-notice={notice.kind}
          className={cn(
            "flex flex-col gap-1 py-2.5 text-xs",
            notice.isNew && "border-s-2 border-s-accent ps-2.5",
          )}
        >
          <NoticeText notice={notice} />
          <span className="flex items-center gap-2 text-2xs text-ink-muted">
            <ZonedTime at={notice.at} />
            {notice.isNew ? <Chip tone="accent">{text("isNew")}</Chip> : null}
          </span>
        </li>
      ))}
    </ul>
  );
}

function More({ next, onPage }: { next: string; onPage: (page: NoticePage) => void }) {
  const text = useText("partnerRecords");
  const { run, pending, error } = useAction(async () => {
    const answer = await readJson<NoticePage>(`${FIRST}&cursor=${encodeURIComponent(next)}`);
    if (answer.ok) onPage(answer.body);
    return answer;
  });
  return (
    <div className="mt-3 flex flex-col gap-2">
      <Button size="md" className="w-fit" aria-disabled={pending} onClick={() => void run()}>
        {text(pending ? "loading" : "more")}
      </Button>
      <ActionFailure error={error} />
    </div>
  );
}

/** A notice as text. Missing data is shown as a dash. */
function NoticeText({ notice: { kind, data } }: { notice: PartnerNotice }) {
  const text = useText("partnerRecords");
  const amount = useAmount();
  const { dateTime } = useDateTimes();
  const field = (name: string) => String(data[name] ?? "—");
  const [from, to, share] = [field("from"), field("to"), field("share_percent")];
  switch (kind) {
    case "level_up":
      return <p className="font-medium">{text("notice_level_up", { to, share })}</p>;
    case "level_down":
      return <p className="font-medium">{text("notice_level_down", { from, to, share })}</p>;
    case "level_falls_72h":
    case "level_falls_24h":
      return (
        <>
          <p className="font-medium">
            {text(`notice_${kind}`, { from, to, at: dateTime(field("at")) })}
          </p>
          <p>{text("notice_hold", { amount: amount(field("to_hold"), "USD"), level: from })}</p>
        </>
      );
    case "settlement_paid":
      return (
        <p className="font-medium">
          {text("notice_settlement_paid", { amount: amount(field("amount"), "USDC") })}
        </p>
      );
    case "settlement_failed":
      return (
        <>
          <p className="font-medium">
            {text("notice_settlement_failed", { amount: amount(field("amount"), "USDC") })}
          </p>
          {typeof data.failure === "string" ? (
            <p className="break-words text-ink-muted">
              <FailureReason failure={data.failure} />
            </p>
          ) : null}
        </>
      );
  }
}

/** Switches notices by email. Shows the saved setting, also during a change. */
function MailSwitch({ profile }: { profile: Resource<PartnerProfile> }) {
  const text = useText("partnerRecords");
  const { run, pending, error } = useAction(async (wanted: boolean) => {
    const answer = await write<PartnerProfile>("PATCH", "/api/v1/partner", {
      mail_notices: wanted,
    });
    if (answer.ok) profile.change(() => answer.body);
    return answer;
  });
  const partner = profile.data?.partner ?? null;
  if (partner === null) return null;
  return (
    <div className="flex flex-col items-end">
      <label
        title={text("mailNoticesHint")}
        className="inline-flex cursor-pointer items-center gap-2 text-xs text-ink-muted pointer-coarse:min-h-11"
      >
        <input
          type="checkbox"
          aria-busy={pending}
          className="h-4 w-4 accent-(--accent-strong)"
          checked={partner.mail_notices}
          onChange={(event) => void run(event.currentTarget.checked)}
        />
        {text("mailNotices")}
      </label>
      <ActionFailure error={error} />
    </div>
  );
}

/** Scrolling past does not count as reading. */
const SEEN_MS = 1_000;

/** Calls `onSeen` once the element was in view for a second, again for each new `what`; never without `what`. */
function useSeen(
  element: RefObject<HTMLElement | null>,
  what: string | undefined,
  onSeen: (what: string) => void,
): void {
  const latest = useRef(onSeen);
  useEffect(() => {
    latest.current = onSeen;
  });
  useEffect(() => {
    if (what === undefined || element.current === null) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const watch = new IntersectionObserver(([entry]) => {
      clearTimeout(timer);
      if (!entry?.isIntersecting) return;
      timer = setTimeout(() => {
        watch.disconnect();
        latest.current(what);
      }, SEEN_MS);
    });
    watch.observe(element.current);
    return () => {
      clearTimeout(timer);
      watch.disconnect();
    };
  }, [element, what]);
}
