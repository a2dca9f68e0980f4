"use client";

import * as Radix from "radix-ui/tabs";
import type { ReactNode } from "react";

type Tab = { value: string; label: string; count?: number | undefined; content: ReactNode };

/** Underlined tabs over one panel; arrow keys move between them. */
export function Tabs({ label, tabs, initial }: { label: string; tabs: Tab[]; initial: string }) {
  return (
    <Radix.Root defaultValue={initial} className="flex h-full min-h-0 flex-col">
      <Radix.List
        aria-label={label}
        className="relative flex h-9 shrink-0 items-stretch gap-4 overflow-x-auto border-b px-3"
      >
        {tabs.map((tab) => (
          <Radix.Trigger
            key={tab.value}
            value={tab.value}
            className="-mb-px border-b-2 border-transparent text-xs font-medium whitespace-nowrap text-ink-muted hover:text-ink data-[state=active]:border-accent data-[state=active]:text-ink"
          >
            {tab.label}
            {tab.count ? <span className="ml-1.5 text-ink-faint">{tab.count}</span> : null}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map((tab) => (
        <Radix.Content
          key={tab.value}
          value={tab.value}
          className="relative min-h-0 flex-1 overflow-auto outline-offset-[-2px]"
        >
          {tab.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}
