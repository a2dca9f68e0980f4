import { Ellipsis } from "lucide-react";
import { INTL_LOCALE, type Locale } from "#components/i18n/locales.ts";
import type { FeatureText } from "#components/i18n/sources.ts";
import { formatAgo } from "#components/ui/format-ago.ts";
import type { HighlightList } from "#lib/protocol/wire/highlights.ts";
import { HighlightCard } from "./highlight-card.tsx";
import { MENU_BUTTON, STRIP_CARD, StripFrame } from "./strip-frame.tsx";

type FirstStripProps = {
  list: HighlightList;
  isOpen: boolean;
  locale: Locale;
  text: FeatureText<"highlights">;
};

/**
 * The strip as the server renders it, without any script. Its buttons work once the surrounding
 * slot has loaded their code.
 */
export function FirstStrip({ list, isOpen, locale, text }: FirstStripProps) {
  const now = Date.parse(list.known_at);
  return (
    <StripFrame text={text} isOpen={isOpen} count={list.results.length}>
      {list.results.map((card) => (
        <HighlightCard
          key={card.catalyst_id}
          card={card}
          isPinned={card.pinned}
          text={text}
          className={STRIP_CARD}
          age={
            <time dateTime={card.first_seen_at}>
              {formatAgo(now - Date.parse(card.first_seen_at), INTL_LOCALE[locale])}
            </time>
          }
          menu={
            <button
              type="button"
              name={card.catalyst_id}
              aria-label={text("options", { card: card.text })}
              aria-haspopup="menu"
              aria-expanded={false}
              className={MENU_BUTTON}
            >
              <Ellipsis size={15} aria-hidden />
            </button>
          }
        />
      ))}
    </StripFrame>
  );
}
