"use client";

import { X } from "lucide-react";
import * as Radix from "radix-ui/dialog";
import type { RefObject } from "react";
import { useText } from "#components/i18n/i18n-provider.tsx";
import type { ListedMarket } from "./listed-market.ts";
import { MarketList } from "./market-list.tsx";

type MarketPanelProps = {
  markets: readonly ListedMarket[];
  onClose: () => void;
  /** Gets the focus back. */
  button: RefObject<HTMLButtonElement | null>;
};

/** The list of all markets with search, sorting and stars: below its button, or full screen on a phone. */
export default function MarketPanel({ markets, onClose, button }: MarketPanelProps) {
  const text = useText("markets");
  return (
    <Radix.Root open onOpenChange={onClose}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 bg-black/25" />
        <Radix.Content
          aria-describedby={undefined}
          onOpenAutoFocus={focusSearch}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            button.current?.focus();
          }}
          className="fixed inset-0 z-50 flex flex-col bg-surface outline-none sm:inset-auto sm:start-3 sm:top-13 sm:max-h-[min(72dvh,640px)] sm:w-[min(820px,calc(100vw-24px))] sm:rounded-md sm:border sm:border-line-strong sm:shadow-xl"
        >
          <div className="flex shrink-0 items-center justify-between px-3 pt-3 sm:hidden">
            <Radix.Title className="text-base font-semibold">{text("title")}</Radix.Title>
            <Radix.Close
              aria-label={text("close")}
              className="rounded p-1.5 text-ink-muted hover:bg-hover hover:text-ink"
            >
              <X size={18} aria-hidden />
            </Radix.Close>
          </div>
          <MarketList markets={markets} onClose={onClose} />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** Focuses the search box, except on touch screens, whose keyboard would cover half of the list. */
function focusSearch(event: Event): void {
  event.preventDefault();
  if (!(event.currentTarget instanceof HTMLElement)) return;
  const panel = event.currentTarget;
  const touched = window.matchMedia("(pointer: coarse)").matches;
  (touched ? panel : panel.querySelector("input"))?.focus();
}
