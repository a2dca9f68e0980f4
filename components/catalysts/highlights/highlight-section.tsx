"use client";

import { useFrame } from "#components/data/frame-context.ts";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { Ago } from "#components/ui/ago.tsx";
import { Loading } from "#components/ui/panel.tsx";
import { Section } from "#components/ui/section.tsx";
import { isPinned } from "#lib/protocol/highlights.ts";
import { HighlightCard } from "./highlight-card.tsx";
import { HighlightMenu } from "./highlight-menu.tsx";
import { TagLists } from "./tag-list.tsx";
import { UndoNote } from "./undo-note.tsx";
import { useChoice } from "./use-choice.ts";
import { useHighlights } from "./use-highlights.ts";

/**
 * The highlights on the catalysts page, with the tags that the reader mutes and pins. It hides
 * itself when nothing can be read.
 */
export function HighlightSection() {
  const text = useText("highlights");
  const highlights = useHighlights(useFrame().person?.id);
  const { cards, choices, change, hasFailed } = highlights;
  const { last, choose, undo } = useChoice(highlights);
  if (hasFailed) return null;
  return (
    <Section title={text("highlights")}>
      <p className="mb-3 text-xs text-ink-muted">{text("intro")}</p>
      <UndoNote last={last} onUndo={undo} className="mb-3 !flex items-center gap-3 text-xs" />
      {cards === undefined || choices === undefined ? (
        <Loading label={text("loading")} />
      ) : (
        <>
          {cards.length === 0 ? <p className="text-xs text-ink-muted">{text("none")}</p> : null}
          <ul className="grid gap-2 sm:grid-cols-2 xl:grid-cols-3">
            {cards.map((card) => (
              <HighlightCard
                key={card.catalyst_id}
                card={card}
                isPinned={isPinned(card, choices)}
                text={text}
                className="h-14 rounded border pointer-coarse:h-16"
                age={<Ago at={card.first_seen_at} />}
                menu={<HighlightMenu card={card} choices={choices} onChoose={choose} />}
              />
            ))}
          </ul>
          <h3 className="mt-4 mb-2 text-xs font-medium">{text("tags")}</h3>
          <TagLists choices={choices} onChange={change} />
        </>
      )}
    </Section>
  );
}
