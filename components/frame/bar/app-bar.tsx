"use client";

import { Menu } from "lucide-react";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { type ReactNode, useId } from "react";
import { NotificationBell } from "#components/frame/notifications/bell.tsx";
import { MAIN_PAGES } from "#components/frame/pages/main-pages.ts";
import { SettingsButton } from "#components/frame/preferences/settings-button.tsx";
import { WaitingBadge } from "#components/frame/waiting-approvals/waiting-badge.tsx";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { BrandMark } from "#components/ui/brand-mark.tsx";
import { buttonStyle } from "#components/ui/button.tsx";
import { ConnectionDot } from "./connection-dot.tsx";

type AppBarProps = {
  /** Names who is signed in; `undefined` stops the poll of approvals. */
  session: string | undefined;
  /** The account whose notices the bell shows. */
  account: string | undefined;
  /** The state of the page's data; by default whether the service answers. */
  status?: ReactNode;
  /** Connect, sign in, or the account's menu. */
  menu: ReactNode;
  inert?: boolean;
};

/** The top bar of every page: the main pages, approvals, notices, settings and the account. */
export function AppBar({ session, account, status, menu, inert = false }: AppBarProps) {
  const text = useText("appBar");
  return (
    <header
      inert={inert}
      className="flex h-12 shrink-0 items-center gap-1 border-b bg-surface px-2 pointer-coarse:h-14 min-[400px]:px-3 lg:px-4"
    >
      <a
        href="#content"
        className="absolute start-2 top-2 z-20 rounded bg-accent-strong px-3 py-2 text-accent-ink not-focus:sr-only"
      >
        {text("skip")}
      </a>
      <NarrowPages />
      <Link
        href="/"
        aria-label={text("home")}
        className="inline-flex items-center justify-center pointer-coarse:min-h-11 pointer-coarse:min-w-11 lg:me-3"
      >
        <BrandMark className="max-[359px]:[&>span]:hidden" />
      </Link>
      <nav aria-label={text("pages")} className="hidden h-full items-stretch lg:flex">
        <PageLinks className="flex items-center border-b-2 border-transparent px-2 text-sm xl:px-3 font-medium text-ink-muted hover:text-ink aria-[current=page]:border-accent aria-[current=page]:text-ink" />
      </nav>
      <div className="ms-auto flex min-w-0 items-center min-[400px]:gap-1">
        {status ?? <ConnectionDot />}
        <WaitingBadge session={session} />
        <NotificationBell session={session} account={account} />
        <SettingsButton />
        <span className="flex min-w-0 min-[400px]:ms-1">{menu}</span>
      </div>
    </header>
  );
}

function PageLinks({ className, onFollow }: { className: string; onFollow?: () => void }) {
  const text = useText("appBar");
  const path = usePathname();
  return MAIN_PAGES.map(({ name, href, below }) => (
    <Link
      key={name}
      href={href}
      aria-current={below.test(path) ? "page" : undefined}
      className={className}
      onClick={() => onFollow?.()}
    >
      {text(name)}
    </Link>
  ));
}

/** The main pages on narrow screens, as a native popover: it works before the page's script is loaded. */
function NarrowPages() {
  const text = useText("appBar");
  const id = useId();
  return (
    <>
      <button
        type="button"
        popoverTarget={id}
        aria-label={text("menu")}
        className={buttonStyle({
          tone: "quiet",
          size: "icon",
          className: "-ms-1.5 pointer-coarse:min-h-11 pointer-coarse:min-w-11 lg:hidden",
        })}
      >
        <Menu size={18} aria-hidden />
      </button>
      <nav
        id={id}
        popover="auto"
        aria-label={text("pages")}
        className="fixed inset-auto start-2 top-12 m-0 w-56 flex-col rounded-md border border-line-strong bg-surface p-1 text-ink shadow-xl open:flex"
      >
        <PageLinks
          className="flex min-h-11 items-center rounded px-3 text-sm font-medium text-ink-muted hover:bg-hover hover:text-ink aria-[current=page]:bg-accent-soft aria-[current=page]:text-accent"
          onFollow={() => document.getElementById(id)?.hidePopover()}
        />
      </nav>
    </>
  );
}
