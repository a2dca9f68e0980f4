"use client";

import { Search, X } from "lucide-react";
import { type KeyboardEvent, useRef } from "react";
import { useText } from "#components/i18n/i18n-provider.tsx";

type SearchBoxProps = {
  typed: string;
  gridId: string;
  activeId: string | undefined;
  onTyped: (typed: string) => void;
  onKeyDown: (event: KeyboardEvent) => void;
};

/** Where a market is typed; its keys move through the list below, which keeps the focus here. */
export function SearchBox({ typed, gridId, activeId, onTyped, onKeyDown }: SearchBoxProps) {
  const text = useText("markets");
  const box = useRef<HTMLInputElement>(null);
  return (
    <div className="flex shrink-0 items-center gap-2 p-3 pb-2">
      <div className="flex h-9 flex-1 items-center gap-2 rounded border border-line-strong bg-raised px-2.5 focus-within:border-accent">
        <Search size={14} aria-hidden className="shrink-0 text-ink-muted" />
        <input
          ref={box}
          type="text"
          role="combobox"
          aria-label={text("search")}
          aria-expanded
          aria-haspopup="grid"
          aria-autocomplete="list"
          aria-controls={gridId}
          aria-activedescendant={activeId}
          placeholder={text("searchHint")}
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="go"
          value={typed}
          onChange={(event) => onTyped(event.target.value)}
          onKeyDown={onKeyDown}
          className="w-full min-w-0 bg-transparent text-base outline-none placeholder:text-ink-faint sm:text-sm"
        />
        {typed === "" ? null : (
          <button
            type="button"
            aria-label={text("clear")}
            onClick={() => {
              onTyped("");
              box.current?.focus();
            }}
            className="shrink-0 rounded p-1 text-ink-muted hover:bg-hover hover:text-ink"
          >
            <X size={14} aria-hidden />
          </button>
        )}
      </div>
    </div>
  );
}
