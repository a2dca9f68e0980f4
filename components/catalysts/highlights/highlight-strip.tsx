"use client";

import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { writeCookie } from "#components/frame/preferences/cookie.ts";
import { useWallet } from "#components/identity/wallet/wallet-provider.tsx";
import { Ago } from "#components/ui/ago.tsx";
import { isPinned, NO_CHOICES } from "#lib/protocol/highlights.ts";
import { STRIP_COOKIE } from "./guest-tags.ts";
import { HighlightCard } from "./highlight-card.tsx";
import { HighlightMenu } from "./highlight-menu.tsx";
import { type HighlightMessages, HighlightTexts, useHighlightText } from "./highlight-texts.tsx";
import { STRIP_CARD, StripFrame, TOGGLE } from "./strip-frame.tsx";
import { UndoNote } from "./undo-note.tsx";
import { useChoice } from "./use-choice.ts";
import { useHighlights } from "./use-highlights.ts";

type HighlightStripProps = {
  messages: HighlightMessages;
  /** As the server rendered it. */
  isOpen: boolean;
  /** Name of the button that was pressed before this code was there. */
  pressed: string;
  /** Called when this strip takes the place of the server's one. */
  onReady: (isReady: boolean) => void;
};

/** The highlights over the chart, read again and again. It hides itself when nothing can be read. */
export function HighlightStrip({ messages, ...props }: HighlightStripProps) {
  return (
    <HighlightTexts messages={messages}>
      <Strip {...props} />
    </HighlightTexts>
  );
}

function Strip({ isOpen: wasOpen, pressed, onReady }: Omit<HighlightStripProps, "messages">) {
  const text = useHighlightText();
  const { sessionAddress, withoutWallet } = useWallet();
  const highlights = useHighlights(
    sessionAddress ?? (withoutWallet ? "without a wallet" : undefined),
  );
  const { cards, choices, hasFailed } = highlights;
  const { last, choose, undo } = useChoice(highlights);
  const [chosen, setChosen] = useState<boolean>();
  const wasToggled = pressed === TOGGLE;
  const isOpen = chosen ?? wasOpen !== wasToggled;
  const place = useRef<HTMLDivElement>(null);
  const isReady = cards !== undefined || hasFailed;
  useLayoutEffect(() => {
    if (!isReady) return;
    takeFocus(place.current);
    onReady(true);
  }, [isReady, onReady]);
  useEffect(() => {
    if (wasToggled) keepOpen(!wasOpen);
  }, [wasToggled, wasOpen]);
  // Once it has a place, it keeps it: also while the choices of another account are read.
  const [hadPlace, setHadPlace] = useState(false);
  if (cards !== undefined && !hadPlace) setHadPlace(true);
  if (hasFailed || (cards === undefined && !hadPlace)) return null;
  const toggle = () => {
    keepOpen(!isOpen);
    setChosen(!isOpen);
  };
  return (
    <div ref={place} className="contents">
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

/** Who has the focus in the server's strip, which is about to go, has it at the same place of this one. */
function takeFocus(place: HTMLElement | null): void {
  const { activeElement } = document;
  const own = activeElement?.closest("[data-highlights]");
  if (place === null || !activeElement || !own || place.contains(own)) return;
  const card = activeElement.closest("[data-highlight]")?.getAttribute("data-highlight");
  const id = card ? `highlight-${card}` : activeElement.id;
  place.querySelector<HTMLElement>(`[id="${id}"]`)?.focus();
}
