import type { ReactNode } from "react";
import { BrandMark } from "#components/ui/brand-mark.tsx";
import { config } from "#lib/platform/config/config.ts";

/** The layout of the consent page: no links besides its answers, and the host's name. */
export default function ConsentLayout({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="flex h-12 shrink-0 items-center justify-between gap-3 border-b bg-surface px-4 pointer-coarse:h-14">
        <span>
          <BrandMark />
          <span className="sr-only">svc</span>
        </span>
        <bdi className="truncate text-xs text-ink-muted">{new URL(config().baseUrl).host}</bdi>
      </header>
      <main className="mx-auto w-full max-w-2xl flex-1 px-3 py-5 sm:px-4 sm:py-6">{children}</main>
    </div>
  );
}
