"use client";

import { ArrowLeft } from "lucide-react";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { type ReactNode, useCallback, useMemo, useState } from "react";
import { type Frame, FrameContext, type Person } from "#components/data/frame-context.ts";
import { SettingsButton } from "#components/frame/preferences/settings-button.tsx";
import { WaitingBadge } from "#components/frame/waiting/waiting-badge.tsx";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { buttonStyle } from "#components/ui/button.tsx";
import { NotificationArea } from "#components/ui/notification-area.tsx";
import { PageList } from "./page-list.tsx";
import { useProofQuestion } from "./proof-question.ts";
import { signInAddress } from "./sign-in-address.ts";

type SettingsFrameProps = {
  person: Person | undefined;
  /** The menu of the person who is signed in. */
  menu: ReactNode;
  /** What follows the session and shows the question of a fresh proof. */
  guard: ReactNode;
  children: ReactNode;
};

/** What the pages of an account share: where one is, who is signed in, and the way back to trading. */
export function SettingsFrame({ person, menu, guard, children }: SettingsFrameProps) {
  const text = useText("settingsFrame");
  const path = usePathname();
  const [isCovered, cover] = useState(false);
  const frame = useFrameOf(person, cover);
  const isSignIn = path === "/sign-in" || path.startsWith("/sign-in/");
  return (
    <FrameContext value={frame}>
      <a
        href="#content"
        className="absolute start-2 top-2 z-20 rounded bg-accent-strong px-3 py-2 text-accent-ink not-focus:sr-only"
      >
        {text("skip")}
      </a>
      <div className="flex min-h-dvh flex-col" inert={isCovered}>
        <header className="flex h-12 shrink-0 items-center gap-3 border-b bg-surface px-3 pointer-coarse:h-14 lg:px-4">
          <span className="text-base font-bold tracking-tight">svc</span>
          <Link
            href="/"
            className="inline-flex items-center gap-1.5 text-xs text-ink-muted hover:text-ink pointer-coarse:min-h-11"
          >
            <ArrowLeft size={14} aria-hidden className="rtl:rotate-180" />
            {text("backToTrading")}
          </Link>
          <div className="ms-auto flex min-w-0 items-center gap-2">
            <WaitingBadge session={frame.person?.id} />
            <SettingsButton />
            {frame.person === undefined ? (
              isSignIn ? null : (
                <Link
                  href={signInAddress(path)}
                  className={buttonStyle({ tone: "primary", className: "pointer-coarse:min-h-11" })}
                >
                  {text("toSignIn")}
                </Link>
              )
            ) : (
              menu
            )}
          </div>
        </header>
        <div className="flex min-w-0 flex-1 flex-col lg:flex-row">
          {isSignIn ? null : <PageList path={path} isSignedIn={frame.person !== undefined} />}
          <main
            // Another person's page is another page: nothing of the one before is kept.
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
  /** The person whose session ended; a page that is rendered anew is somebody's again. */
  const [ended, setEnded] = useState<Person>();
  const { question, ask } = useProofQuestion();
  const noteEnd = useCallback(() => setEnded(person), [person]);
  const hasEnded = person !== undefined && ended === person;
  return useMemo<Frame>(
    () => ({
      person: hasEnded ? undefined : person,
      hasEnded,
      noteEnd,
      prove: ask,
      question,
      cover,
    }),
    [person, hasEnded, noteEnd, ask, question, cover],
  );
}
