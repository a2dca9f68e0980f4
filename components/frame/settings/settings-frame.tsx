"use client";

import { ChevronDown } from "lucide-react";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { type ReactNode, useCallback, useEffect, useId, useMemo, useRef, useState } from "react";
import { type Frame, FrameContext, type Person } from "#components/data/frame-context.ts";
import { AppBar } from "#components/frame/bar/app-bar.tsx";
import type { SettingsGroup } from "#components/frame/pages/pages.ts";
import { WaitingCount } from "#components/frame/waiting-approvals/waiting-count.tsx";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { buttonStyle } from "#components/ui/button.tsx";
import { NotificationArea } from "#components/ui/toasts/notification-area.tsx";
import { signInAddress } from "./sign-in-address.ts";

type SettingsFrameProps = {
  person: Person | undefined;
  /** The list of settings pages, for those who are signed in. */
  groups: readonly SettingsGroup[];
  /** The account menu; shown when signed in. */
  menu: ReactNode;
  /** Watches the session and asks for a fresh proof. */
  guard: ReactNode;
  /** Shown in the list of pages. */
  pausedWebhooks: number;
  children: ReactNode;
};

/** The top bar, the list of settings pages and the session state that all pages without a market share. */
export function SettingsFrame(props: SettingsFrameProps) {
  const { person, groups, menu, guard, pausedWebhooks, children } = props;
  const text = useText("settingsFrame");
  const path = usePathname();
  const [isCovered, cover] = useState(false);
  const frame = useFrameOf(person, cover);
  const isSignIn = path === "/sign-in" || path.startsWith("/sign-in/");
  return (
    <FrameContext value={frame}>
      <div className="flex min-h-dvh flex-col" inert={isCovered}>
        <AppBar
          session={frame.person?.id}
          account={frame.person?.account}
          menu={
            frame.person === undefined ? (
              isSignIn ? null : (
                <Link
                  href={signInAddress(path)}
                  className={buttonStyle({ className: "pointer-coarse:min-h-11" })}
                >
                  {text("toSignIn")}
                </Link>
              )
            ) : (
              menu
            )
          }
        />
        <div className="flex min-w-0 flex-1 flex-col lg:flex-row">
          {frame.person !== undefined && currentOf(groups, path) ? (
            <PageList groups={groups} path={path} pausedWebhooks={pausedWebhooks} />
          ) : null}
          <main
            // A new key per account: no state survives a change of accounts.
            key={frame.person?.id}
            id="content"
            tabIndex={-1}
            className="min-w-0 flex-1 outline-none"
          >
            {children}
          </main>
        </div>
      </div>
      {guard}
      <NotificationArea />
    </FrameContext>
  );
}

function useFrameOf(person: Person | undefined, cover: (isCovered: boolean) => void): Frame {
  /** The person whose session ended. A new render with another person starts a new session. */
  const [ended, setEnded] = useState<Person>();
  const { question, ask } = useProofQuestion();
  const noteSessionEnd = useCallback(() => setEnded(person), [person]);
  const hasEnded = person !== undefined && ended === person;
  return useMemo<Frame>(
    () => ({
      person: hasEnded ? undefined : person,
      hasEnded,
      noteSessionEnd,
      prove: ask,
      question,
      cover,
    }),
    [person, hasEnded, noteSessionEnd, ask, question, cover],
  );
}

type ProofQuestion = {
  isOpen: boolean;
  /** Ends the question with its answer. */
  settle: (proved: boolean) => void;
};

/** Asks for one fresh proof at a time. Callers that ask meanwhile get the same answer. */
function useProofQuestion(): { question: ProofQuestion; ask: () => Promise<boolean> } {
  const [isOpen, setOpen] = useState(false);
  const waiting = useRef<((proved: boolean) => void)[]>([]);
  const ask = useCallback(
    () =>
      new Promise<boolean>((resolve) => {
        waiting.current.push(resolve);
        setOpen(true);
      }),
    [],
  );
  const settle = useCallback((proved: boolean) => {
    setOpen(false);
    for (const resolve of waiting.current.splice(0)) resolve(proved);
  }, []);
  const question = useMemo(() => ({ isOpen, settle }), [isOpen, settle]);
  return { question, ask };
}

type PageListProps = Pick<SettingsFrameProps, "groups" | "pausedWebhooks"> & { path: string };

/**
 * The settings pages by group, for those who are signed in: a sidebar on wide screens, else a line with the current page that expands. The line is an
 * empty `<details>`, so that it works before the page's script is loaded.
 */
function PageList({ groups, path, pausedWebhooks }: PageListProps) {
  const text = useText("settingsFrame");
  const id = useId();
  const line = useRef<HTMLDetailsElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const current = currentOf(groups, path);
  useEffect(() => {
    // The chosen page is shown and the list closes: the focus must not stay on a hidden link.
    if (line.current?.open) close(line.current, list.current);
  }, [path]);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it handles the keys of its links
    <nav
      aria-label={text("pages")}
      className="relative shrink-0 border-b bg-surface lg:w-56 lg:border-e lg:border-b-0"
      onKeyDown={(event) => {
        if (event.key === "Escape" && line.current?.open) close(line.current, list.current);
      }}
    >
      <a
        href="#content"
        className="absolute start-2 top-2 z-20 rounded bg-accent-strong px-3 py-2 text-accent-ink not-focus:sr-only max-lg:hidden"
      >
        {text("skipPages")}
      </a>
      <details ref={line} className="group peer lg:hidden">
        <summary className="flex min-h-11 cursor-pointer list-none items-center gap-2 px-4 text-sm hover:bg-hover [&::-webkit-details-marker]:hidden">
          {current ? (
            <>
              <span className="shrink-0 text-ink-muted">{text(current.group)}</span>{" "}
              <span className="min-w-0 truncate font-medium">{text(current.title)}</span>
            </>
          ) : (
            text("pages")
          )}
          <ChevronDown
            size={16}
            aria-hidden
            className="ms-auto shrink-0 text-ink-muted group-open:rotate-180"
          />
        </summary>
      </details>
      <div
        ref={list}
        className="grid gap-3 px-2 pb-3 max-lg:hidden peer-open:grid peer-open:border-t peer-open:pt-3 sm:max-lg:grid-cols-4 lg:gap-4 lg:p-3"
      >
        {groups.map((group) => (
          <div key={group.title}>
            <p id={`${id}${group.title}`} className="px-2 pb-1 text-2xs text-ink-muted">
              {text(group.title)}
            </p>
            <ul aria-labelledby={`${id}${group.title}`} className="lg:grid lg:gap-0.5">
              {group.pages.map(([href, title]) => (
                <li key={href}>
                  <Link
                    href={href}
                    aria-current={title === current?.title ? "page" : undefined}
                    className="flex min-h-11 items-center rounded px-2 text-sm font-medium text-ink-muted hover:bg-hover hover:text-ink aria-[current=page]:bg-accent-soft aria-[current=page]:text-accent lg:min-h-9 lg:pointer-coarse:min-h-11"
                  >
                    {text(title)}
                    {href === "/approvals" ? <WaitingCount className="ms-1.5" /> : null}
                    {href === "/settings/webhooks" ? <PausedCount count={pausedWebhooks} /> : null}
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </nav>
  );
}

function PausedCount({ count }: { count: number }) {
  const text = useText("settingsFrame");
  if (count === 0) return null;
  return (
    <span className="ms-1.5 rounded border border-warn-line bg-warn-soft px-1 text-2xs text-warn">
      <span aria-hidden>{count}</span>
      <span className="sr-only">{text("pausedWebhooks", { count })}</span>
    </span>
  );
}

function currentOf(groups: readonly SettingsGroup[], path: string) {
  // The longest match: `/settings` is a prefix of other pages.
  return groups
    .flatMap(({ title: group, pages }) => pages.map(([href, title]) => ({ href, title, group })))
    .filter(({ href }) => path === href || path.startsWith(`${href}/`))
    .toSorted((a, b) => b.href.length - a.href.length)[0];
}

function close(line: HTMLDetailsElement, list: HTMLElement | null): void {
  const isWithin = list?.contains(document.activeElement) ?? false;
  line.open = false;
  if (isWithin) line.querySelector("summary")?.focus({ preventScroll: true });
}
