"use client";

import { useEffect, useRef, useState } from "react";
import { readJson } from "#components/data/http.ts";
import { useAction, write } from "#components/data/use-action.ts";
import { type Resource, useResource } from "#components/data/use-resource.ts";
import { ActionFailure, ReadState } from "#components/frame/settings/settings-page.tsx";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { useSnapshot } from "#components/partner/earnings/snapshot-context.ts";
import { Ago } from "#components/ui/ago.tsx";
import { Button } from "#components/ui/button.tsx";
import { cn } from "#components/ui/class-names.ts";
import type { NoticePage, PartnerProfile } from "#lib/protocol/partner-reads.ts";
import { MailSwitch } from "./mail-switch.tsx";
import { joinedNotices, type ShownNotice } from "./notice-list.ts";
import { NoticeText } from "./notice-text.tsx";
import { Chip, Nothing, RecordSection } from "./parts.tsx";
import { useSeen } from "./use-seen.ts";

const NOTICES = "/api/v1/partner/notices";
const FIRST = `${NOTICES}?limit=10`;

/** What the partner was told: levels that came, went or are about to, and how payouts ended. */
export function Notices({ profile }: { profile: Resource<PartnerProfile> }) {
  const text = useText("partnerRecords");
  const { list, next, unread, first, add, noteRead } = useNotices();
  return (
    <RecordSection
      title={text("notices")}
      note={unread === 0 ? null : <Chip tone="accent">{text("unread", { count: unread })}</Chip>}
      actions={<MailSwitch profile={profile} />}
    >
      <ReadState resource={first} label={text("loading")}>
        {() =>
          list.length === 0 ? (
            <Nothing title={text("noNotices")}>{text("noNoticesText")}</Nothing>
          ) : (
            <NoticeList list={list} isUnread={unread > 0} onSeen={noteRead} />
          )
        }
      </ReadState>
      {next === null ? null : <More next={next} onPage={add} />}
    </RecordSection>
  );
}

type Kept = { of: NoticePage | undefined; list: readonly ShownNotice[]; next: string | null };

/** The newest page is read again with each snapshot of the page; what it brings is joined to what is shown. */
function useNotices() {
  const first = useResource<NoticePage>(FIRST);
  const { at } = useSnapshot();
  const { data, look, change } = first;
  const [kept, setKept] = useState<Kept>({ of: undefined, list: [], next: null });
  if (data !== undefined && data !== kept.of) {
    setKept({
      of: data,
      list: joinedNotices(kept.list, data.results),
      // Later reads of the first page know nothing of the pages behind it.
      next: kept.of === undefined ? data.next : kept.next,
    });
  }
  const seen = useRef(at);
  useEffect(() => {
    if (seen.current === at) return;
    seen.current = at;
    look();
  }, [at, look]);
  return {
    list: kept.list,
    next: kept.next,
    unread: data?.unread ?? 0,
    first,
    add: (page: NoticePage) =>
      setKept(({ of, list }) => ({
        of,
        list: joinedNotices(list, page.results),
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
  const here = useRef<HTMLUListElement>(null);
  useSeen(here, isUnread ? list[0]?.id : undefined, onSeen);
  return (
    <ul ref={here} aria-label={text("notices")} className="divide-y">
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
            <Ago at={notice.at} exact />
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
    const answer = await readJson(`${FIRST}&cursor=${encodeURIComponent(next)}`);
    if (answer.ok) onPage(answer.body as NoticePage);
    return answer;
  });
  return (
    <div className="mt-3 flex flex-col gap-2">
      <Button
        size="md"
        className="w-fit pointer-coarse:min-h-11"
        aria-disabled={pending}
        onClick={() => void run()}
      >
        {text(pending ? "loading" : "more")}
      </Button>
      <ActionFailure error={error} />
    </div>
  );
}
