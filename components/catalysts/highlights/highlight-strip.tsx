"use client";

import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { writeCookie } from "#components/frame/preferences/cookie.ts";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { PageTexts } from "#components/i18n/page-texts.tsx";
import type { PageMessages } from "#components/i18n/sources.ts";
import { useWallet } from "#components/identity/wallet/wallet-provider.tsx";
import { Ago } from "#components/ui/ago.tsx";
import { isPinned, NO_CHOICES } from "#lib/protocol/highlights.ts";
import { STRIP_COOKIE } from "./guest-tags.ts";
import { HighlightCard } from "./highlight-card.tsx";
import { HighlightMenu } from "./highlight-menu.tsx";
import { STRIP_CARD, StripFrame, TOGGLE } from "./strip-frame.tsx";
import { UndoNote } from "./undo-note.tsx";
import { useChoice } from "./use-choice.ts";
import { useHighlights } from "./use-highlights.ts";

type HighlightStripProps = {
  messages: Pick<PageMessages, "highlights">;
  /** Whether the server rendered it open. */
  isOpen: boolean;
  /** Name of the button that the reader pressed before this code was loaded. */
  pressed: string;
  /** Called when this strip replaces the server's one. */
  onReady: (isReady: boolean) => void;
};

/**
 * The highlights above the chart, refreshed regularly. Until the first answer the strip of the server stays.
 */
export function HighlightStrip({ messages, ...props }: HighlightStripProps) {
  return (
    <PageTexts messages={messages}>
      <Strip {...props} />
    </PageTexts>
  );
}

function Strip({ isOpen: wasOpen, pressed, onReady }: Omit<HighlightStripProps, "messages">) {
  const text = useText("highlights");
  const { sessionAddress, withoutWallet } = useWallet();
  const highlights = useHighlights(
    sessionAddress ?? (withoutWallet ? "without a wallet" : undefined),
  );
  const { cards, choices } = highlights;
  const { last, choose, undo } = useChoice(highlights);
  const [chosen, setChosen] = useState<boolean>();
  const wasToggled = pressed === TOGGLE;
  const isOpen = chosen ?? wasOpen !== wasToggled;
  const container = useRef<HTMLDivElement>(null);
  const isReady = cards !== undefined;
  useLayoutEffect(() => {
    if (!isReady) return;
    takeFocus(container.current);
    onReady(true);
  }, [isReady, onReady]);
  useEffect(() => {
    if (wasToggled) keepOpen(!wasOpen);
  }, [wasToggled, wasOpen]);
  // Once shown, the strip stays in its place with the cards of the last answer: the chart below does not move.
  const [wasShown, setWasShown] = useState(false);
  if (cards !== undefined && !wasShown) setWasShown(true);
  if (!wasShown) return null;
  const toggle = () => {
    keepOpen(!isOpen);
    setChosen(!isOpen);
  };
  return (
    <div ref={container} className="contents">
      <StripFrame
        text={text}
        isOpen={isOpen}
        count={cards?.length}
        onToggle={toggle}
        notice={
          <UndoNote
            last={last}
            onUndo={undo}
            className="!flex shrink-0 items-center gap-2 border-e px-3 text-xs"
          />
        }
      >
        {cards?.map((card) => (
          <HighlightCard
            key={card.catalyst_id}
            card={card}
            isPinned={choices !== undefined && isPinned(card, choices)}
            text={text}
            className={STRIP_CARD}
            age={<Ago at={card.first_seen_at} />}
            menu={
              <HighlightMenu
                card={card}
                choices={choices ?? NO_CHOICES}
                onChoose={choose}
                isPressed={pressed === card.catalyst_id}
              />
            }
          />
        ))}
      </StripFrame>
    </div>
  );
}

function keepOpen(isOpen: boolean): void {
  writeCookie(STRIP_COOKIE, isOpen ? "open" : "closed");
}

/**
 * Moves the focus from the server's strip, which is about to be removed, to the same element of
 * this one.
 */
function takeFocus(container: HTMLElement | null): void {
  const { activeElement } = document;
  const own = activeElement?.closest("[data-highlights]");
  if (container === null || !activeElement || !own || container.contains(own)) return;
  const card = activeElement.closest("[data-highlight]")?.getAttribute("data-highlight");
  const id = card ? `highlight-${card}` : activeElement.id;
  container.querySelector<HTMLElement>(`[id="${id}"]`)?.focus();
}
