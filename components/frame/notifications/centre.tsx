"use client";

import { Bell, CircleAlert, CircleCheck, Copy, Info, Settings2, X } from "lucide-react";
import type { Route } from "next";
import Link from "next/link";
import * as Radix from "radix-ui/popover";
import { type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import { ownZone } from "#components/frame/preferences/time-zone.ts";
import { useFormat, useLocale, useText } from "#components/i18n/i18n-provider.tsx";
import { Button, buttonStyle } from "#components/ui/button.tsx";
import { copyText } from "#components/ui/copy-text.ts";
import { Notice } from "#components/ui/panel.tsx";
import type { Notification } from "#lib/protocol/wire/notification.ts";
import { describeNotice, loadNoticeTexts, type NoticeTexts } from "./describe-notice.ts";
import type { Remembered } from "./history.ts";
import { markInboxRead } from "./inbox.ts";
import { useInbox } from "./use-inbox.ts";
import { history, useHistory } from "./use-notifications.ts";

const TONE = {
  good: { Icon: CircleCheck, className: "text-accent" },
  bad: { Icon: CircleAlert, className: "text-bad" },
  neutral: { Icon: Info, className: "text-ink-faint" },
} as const;

type CentreProps = {
  /** The signed-in user; `undefined` when no one is signed in, and then the service has no notices. */
  session: string | undefined;
  account: string;
  button: ReactNode;
  onClose: () => void;
};

/** The messages of this browser and the notices of the service, the newest first. Closing it marks them as read. */
export default function Centre({ session, account, button, onClose }: CentreProps) {
  const text = useText("notifications");
  const messages = useHistory(account);
  const { notices, texts } = useNotices(session);
  const rows = [
    ...messages.map((message) => ({ at: message.at, message })),
    ...notices.map((notice) => ({ at: Date.parse(notice.at), notice })),
  ].toSorted((a, b) => b.at - a.at);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => () => history.markRead(account), [account]);
  return (
    <Radix.Root open onOpenChange={onClose}>
      <Radix.Anchor asChild>{button}</Radix.Anchor>
      <Radix.Portal>
        <Radix.Content
          aria-label={text("bell")}
          align="end"
          sideOffset={6}
          collisionPadding={8}
          // Not the first control, which clears the list.
          onOpenAutoFocus={(event) => {
            event.preventDefault();
            heading.current?.focus();
          }}
          className="z-50 flex max-h-[min(70dvh,560px)] w-[min(94vw,380px)] flex-col rounded-md border border-line-strong bg-surface shadow-xl"
        >
          <Head
            heading={heading}
            hasSettings={session !== undefined}
            onClear={messages.length > 0 ? () => history.clear(account) : undefined}
            onFollow={onClose}
          />
          {rows.length === 0 ? (
            <Notice title={text("none")} detail={text("noneDetail")} />
          ) : (
            <ol
              // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls
              tabIndex={0}
              aria-label={text("bell")}
              className="min-h-0 overflow-y-auto outline-offset-[-2px]"
            >
              {rows.map((row) =>
                "message" in row ? (
                  <Message key={row.message.id} message={row.message} account={account} />
                ) : (
                  <FromService
                    key={row.notice.id}
                    notice={row.notice}
                    texts={texts}
                    onFollow={onClose}
                  />
                ),
              )}
            </ol>
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

const TOUCH = "pointer-coarse:min-h-11 pointer-coarse:min-w-11";

type HeadProps = {
  heading: RefObject<HTMLHeadingElement | null>;
  hasSettings: boolean;
  /** Absent while this browser has nothing to clear. */
  onClear: (() => void) | undefined;
  onFollow: () => void;
};

function Head({ heading, hasSettings, onClear, onFollow }: HeadProps) {
  const text = useText("notifications");
  return (
    <div className="flex min-h-10 shrink-0 items-center justify-between border-b ps-3 pe-1.5">
      <h2 ref={heading} tabIndex={-1} className="text-sm font-semibold outline-none">
        {text("bell")}
      </h2>
      <span className="flex items-center gap-1">
        {hasSettings ? (
          <Link
            href="/settings/notifications"
            aria-label={text("settings")}
            title={text("settings")}
            className={buttonStyle({ tone: "quiet", size: "icon", className: TOUCH })}
            onClick={onFollow}
          >
            <Settings2 size={15} aria-hidden />
          </Link>
        ) : null}
        {onClear ? (
          <Button tone="quiet" size="xs" className="pointer-coarse:min-h-11" onClick={onClear}>
            {text("clear")}
          </Button>
        ) : null}
        <Radix.Close asChild>
          <Button tone="quiet" size="icon" className={TOUCH} aria-label={text("close")}>
            <X size={15} aria-hidden />
          </Button>
        </Radix.Close>
      </span>
    </div>
  );
}

const NO_NOTICES: readonly Notification[] = [];

/** Those of the last read, with the texts of the language; none before both are known. Marked as read when the list is closed. */
function useNotices(session: string | undefined) {
  const locale = useLocale();
  const [texts, setTexts] = useState<NoticeTexts>();
  const { data } = useInbox(session);
  useEffect(() => {
    if (session !== undefined) void loadNoticeTexts(locale).then(setTexts);
  }, [session, locale]);
  const newest = data !== undefined && data.unread > 0 ? data.results[0]?.id : undefined;
  useEffect(() => {
    if (newest === undefined) return undefined;
    return () => void markInboxRead(newest);
  }, [newest]);
  return { notices: texts === undefined ? NO_NOTICES : (data?.results ?? NO_NOTICES), texts };
}

type FromServiceProps = {
  notice: Notification;
  texts: NoticeTexts | undefined;
  onFollow: () => void;
};

function FromService({ notice, texts, onFollow }: FromServiceProps) {
  const text = useText("notifications");
  const { dayAndTime, zone } = useFormat();
  if (texts === undefined) return null;
  const { title, body, path } = describeNotice(notice, texts, zone ?? ownZone());
  const at = Date.parse(notice.at);
  const weight =
    notice.read_at === null ? "wrap-anywhere text-xs font-semibold" : "wrap-anywhere text-xs";
  return (
    <li data-notice={notice.type} className="flex gap-2.5 border-b px-3 py-2 last:border-b-0">
      <Bell size={15} aria-label={text("fromService")} className="mt-0.5 shrink-0 text-accent" />
      <div className="min-w-0 flex-1">
        {path === undefined ? (
          <p dir="auto" className={weight}>
            {title}
          </p>
        ) : (
          <Link
            href={path as Route}
            dir="auto"
            className={`${weight} inline-flex items-center hover:underline pointer-coarse:min-h-11`}
            onClick={onFollow}
          >
            {title}
          </Link>
        )}
        {body === "" ? null : (
          <p dir="auto" className="text-2xs break-words text-ink-muted">
            {body}
          </p>
        )}
        <p className="text-2xs text-ink-faint">
          <time dateTime={notice.at}>{dayAndTime(at)}</time>
        </p>
      </div>
    </li>
  );
}

function Message({ message, account }: { message: Remembered; account: string }) {
  const text = useText("notifications");
  const { dayAndTime } = useFormat();
  const { Icon, className } = TONE[message.tone];
  const whole = [message.text, message.detail].filter(Boolean).join(" ");
  return (
    <li className="group flex gap-2.5 border-b px-3 py-2 last:border-b-0">
      <Icon size={15} aria-label={text(message.tone)} className={`mt-0.5 shrink-0 ${className}`} />
      <div className="min-w-0 flex-1">
        <p className={message.read ? "text-xs" : "text-xs font-semibold"}>{message.text}</p>
        {message.detail === undefined ? null : (
          <p className="text-2xs break-words text-ink-muted">{message.detail}</p>
        )}
        <p className="text-2xs text-ink-faint">
          <time dateTime={new Date(message.at).toISOString()}>{dayAndTime(message.at)}</time>
        </p>
      </div>
      <span className="flex shrink-0 items-start">
        <Button
          tone="quiet"
          size="icon"
          aria-label={text("copy")}
          onClick={() => void copyText(whole)}
        >
          <Copy size={13} aria-hidden />
        </Button>
        <Button
          tone="quiet"
          size="icon"
          aria-label={text("remove")}
          onClick={() => history.remove(account, message.id)}
        >
          <X size={13} aria-hidden />
        </Button>
      </span>
    </li>
  );
}
