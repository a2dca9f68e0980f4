"use client";

import { Bell as BellIcon } from "lucide-react";
import { lazy, Suspense, useState, useSyncExternalStore } from "react";
import { useCommands } from "#components/frame/commands/command-registry.ts";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { buttonStyle } from "#components/ui/button.tsx";
import { cn } from "#components/ui/class-names.ts";
import { Isolated } from "#components/ui/isolated.tsx";
import { LazyBoundary } from "#components/ui/lazy-boundary.tsx";
import { notificationCount, onNotification } from "#components/ui/notify.ts";
import { NOTIFICATIONS_KEY, SIGNED_OUT } from "./storage-key.ts";

const load = () => import("./centre.tsx");
const Centre = lazy(load);
const History = lazy(() => import("./history-watch.tsx"));
const Inbox = lazy(() => import("./inbox-watch.tsx"));

type NotificationBellProps = {
  /** The signed-in user, whose notices are read; `undefined` when no one is signed in. */
  session: string | undefined;
  /** The user whose messages in this browser are shown. */
  account: string | undefined;
};

/** Opens the notification centre and shows how many messages are unread. */
export function NotificationBell({ session, account }: NotificationBellProps) {
  return (
    <Isolated label="notification centre">
      <Bell key={session} session={session} account={account ?? SIGNED_OUT} />
    </Isolated>
  );
}

function Bell({ session, account }: { session: string | undefined; account: string }) {
  const text = useText("notifications");
  const [inBrowser, setInBrowser] = useState(0);
  const [inInbox, setInInbox] = useState(0);
  const unread = inBrowser + inInbox;
  const [open, setOpen] = useState(false);
  useCommands([
    {
      id: "view.notifications",
      section: "view",
      title: text("open"),
      keys: "n",
      run: () => setOpen(true),
    },
  ]);
  const preload = () => void load().catch(() => undefined);
  const plain = (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-expanded={open}
      aria-label={unread > 0 ? text("bellUnread", { count: unread }) : text("bell")}
      className={cn(
        buttonStyle({ tone: "quiet", size: "icon" }),
        "relative pointer-coarse:min-h-11 pointer-coarse:min-w-11",
      )}
      onPointerEnter={preload}
      onFocus={preload}
      onClick={() => setOpen(true)}
    >
      <BellIcon size={15} aria-hidden />
      {unread > 0 ? (
        <span
          aria-hidden
          className="absolute -end-0.5 -top-0.5 min-w-4 rounded-full pointer-coarse:end-1 pointer-coarse:top-1.5 bg-accent-strong px-1 text-center text-[10px] leading-4 font-semibold text-accent-ink"
        >
          {unread > 99 ? "99+" : unread}
        </span>
      ) : null}
    </button>
  );
  return (
    <>
      <Watches session={session} account={account} onBrowser={setInBrowser} onInbox={setInInbox} />
      {open ? (
        <LazyBoundary onFailure={() => setOpen(false)}>
          <Suspense fallback={plain}>
            <Centre
              session={session}
              account={account}
              button={plain}
              onClose={() => setOpen(false)}
            />
          </Suspense>
        </LazyBoundary>
      ) : (
        plain
      )}
    </>
  );
}

type WatchesProps = {
  session: string | undefined;
  account: string;
  onBrowser: (unread: number) => void;
  onInbox: (unread: number) => void;
};

/** Count what is unread: each is loaded when there can be something. */
function Watches({ session, account, onBrowser, onInbox }: WatchesProps) {
  const used = useSyncExternalStore(onFirst, isUsed, () => false);
  return (
    <>
      {used ? (
        <Isolated label="notification history">
          <Suspense>
            <History account={account} onUnread={onBrowser} />
          </Suspense>
        </Isolated>
      ) : null}
      {session === undefined ? null : (
        <Isolated label="inbox">
          <Suspense>
            <Inbox session={session} onUnread={onInbox} />
          </Suspense>
        </Isolated>
      )}
    </>
  );
}

/** Whether this page raised a message, or this browser keeps one. */
function isUsed(): boolean {
  if (notificationCount() > 0) return true;
  try {
    return localStorage.getItem(NOTIFICATIONS_KEY) !== null;
  } catch {
    return false;
  }
}

function onFirst(listener: () => void): () => void {
  window.addEventListener("storage", listener);
  const off = onNotification(listener);
  return () => {
    window.removeEventListener("storage", listener);
    off();
  };
}
