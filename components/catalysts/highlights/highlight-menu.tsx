"use client";

import { Ellipsis } from "lucide-react";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { isolated } from "#components/ui/isolated-text.ts";
import { Menu } from "#components/ui/menu.tsx";
import { collectTags, isType, type TagChoices, withTag } from "#lib/protocol/highlights.ts";
import type { Highlight } from "#lib/protocol/wire/highlights.ts";
import { MENU_BUTTON } from "./strip-frame.tsx";
import type { TagDecision } from "./use-choice.ts";

type HighlightMenuProps = {
  card: Highlight;
  choices: TagChoices;
  onChoose: (chosen: TagDecision) => void;
  isPressed?: boolean;
};

/** Mutes and pins the tags of a card. */
export function HighlightMenu({ card, choices, onChoose, isPressed = false }: HighlightMenuProps) {
  const text = useText("highlights");
  const nameOf = useTagName();
  const entries = collectTags(card).flatMap((tag) => {
    const name = nameOf(tag);
    const isPinned = choices.pinned.includes(tag);
    const choose = (choice: TagDecision["choice"], next: TagChoices) => () =>
      onChoose({ tag, choice, next });
    return [
      {
        key: `pin ${tag}`,
        label: text(isPinned ? "unpin" : "pin", { tag: name }),
        onSelect: isPinned
          ? choose("unpinned", withTag(choices, tag, undefined))
          : choose("pinned", withTag(choices, tag, "pinned")),
      },
      {
        key: `mute ${tag}`,
        label: text("mute", { tag: name }),
        onSelect: choose("muted", withTag(choices, tag, "muted")),
      },
    ];
  });
  return (
    <Menu
      label={text("options", { card: card.text })}
      button={<Ellipsis size={15} aria-hidden />}
      buttonClassName={MENU_BUTTON}
      align="end"
      entries={entries}
      isPressed={isPressed}
    />
  );
}

/** The name of a type in the page's language; the symbol of an asset. */
export function useTagName(): (tag: string) => string {
  const text = useText("highlights");
  return (tag) => (isType(tag) ? text(`type_${tag}`) : isolated(tag));
}
