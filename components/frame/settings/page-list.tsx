"use client";

import { ChevronDown } from "lucide-react";
import type { Route } from "next";
import Link from "next/link";
import { useEffect, useId, useRef } from "react";
import { WaitingCount } from "#components/frame/waiting/waiting-badge.tsx";
import { useText } from "#components/i18n/i18n-provider.tsx";

const GROUPS = [
  {
    title: "groupAccount",
    pages: [
      ["/settings", "waysIn"],
      ["/settings/sessions", "sessions"],
      ["/settings/activity", "activity"],
      ["/settings/delete", "deleteAccount"],
    ],
  },
  {
    title: "groupAssistants",
    pages: [
      ["/approvals", "approvals"],
      ["/connect", "connectAssistant"],
      ["/settings/connected-apps", "connectedApps"],
      ["/settings/assistant", "assistantNotes"],
    ],
  },
  {
    title: "groupPartner",
    pages: [["/partner", "partner"]],
  },
  {
    title: "groupKeys",
    pages: [
      ["/account/keys", "venueKeys"],
      ["/settings/mcp-keys", "mcpKeys"],
      ["/settings/bot-keys", "botKeys"],
      ["/developers", "developers"],
    ],
  },
] as const;

type PageListProps = { path: string; isSignedIn: boolean };

/**
 * The pages of an account by their groups: beside the page where there is room, else below one line that says where one
 * is and opens them. The line is a `<details>` without anything in it: it works before the page's code is there.
 */
export function PageList({ path, isSignedIn }: PageListProps) {
  const text = useText("settingsFrame");
  const id = useId();
  const line = useRef<HTMLDetailsElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const current = currentOf(path);
  useEffect(() => {
    // What was chosen is there, and the list closes: the focus must not end on what is hidden with it.
    if (line.current?.open) close(line.current, list.current);
  }, [path]);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it hears the keys of what is within
    <nav
      aria-label={text("pages")}
      className="shrink-0 border-b bg-surface lg:w-56 lg:border-e lg:border-b-0"
      onKeyDown={(event) => {
        if (event.key === "Escape" && line.current?.open) close(line.current, list.current);
      }}
    >
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
        {GROUPS.map((group) => (
          <div key={group.title}>
            <p id={`${id}${group.title}`} className="px-2 pb-1 text-2xs text-ink-muted">
              {text(group.title)}
            </p>
            <ul aria-labelledby={`${id}${group.title}`} className="lg:grid lg:gap-0.5">
              {group.pages.map(([href, title]) => (
                <li key={href}>
                  <Link
                    href={href as Route}
                    aria-current={title === current?.title ? "page" : undefined}
                    className="flex min-h-11 items-center rounded px-2 text-sm font-medium text-ink-muted hover:bg-hover hover:text-ink aria-[current=page]:bg-accent-soft aria-[current=page]:text-accent lg:min-h-9 lg:pointer-coarse:min-h-11"
                  >
                    {text(title)}
                    {isSignedIn && href === "/approvals" ? (
                      <WaitingCount className="ms-1.5" />
                    ) : null}
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

function currentOf(path: string) {
  // The longest that fits: the pages of an account stand below the first of them.
  return GROUPS.flatMap(({ title: group, pages }) =>
    pages.map(([href, title]) => ({ href, title, group })),
  )
    .filter(({ href }) => path === href || path.startsWith(`${href}/`))
    .toSorted((a, b) => b.href.length - a.href.length)[0];
}

function close(line: HTMLDetailsElement, list: HTMLElement | null): void {
  const isWithin = list?.contains(document.activeElement) ?? false;
  line.open = false;
  if (isWithin) line.querySelector("summary")?.focus({ preventScroll: true });
}
