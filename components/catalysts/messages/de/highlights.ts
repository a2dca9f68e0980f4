import type english from "#components/catalysts/messages/en/highlights.ts";
import type { Translation } from "#components/i18n/message-types.ts";
import labels from "./catalyst-labels.ts";

const messages: Translation<typeof english> = {
  ...labels,
  highlights: "Highlights",
  intro: "Die wichtigsten Nachrichten der letzten Stunden.",
  count: { one: "{count} Highlight", other: "{count} Highlights" },
  none: "Zurzeit keine Highlights",
  options: "Stummschalten oder anheften: {card}",
  mute: "{tag} stummschalten",
  pin: "{tag} anheften",
  unpin: "{tag} lösen",
  pinned: "Angeheftet",
  toldMuted: "{tag} ist stummgeschaltet.",
  toldPinned: "{tag} ist angeheftet.",
  toldUnpinned: "{tag} ist nicht mehr angeheftet.",
  undo: "Rückgängig",
  full: "Höchstens {count} Tags können stummgeschaltet und angeheftet sein. Entfernen Sie zuerst einen.",
  notSaved: "Die Wahl wurde nicht gespeichert.",
  tags: "Stummgeschaltete und angeheftete Tags",
  tagsHint:
    "Eine Karte mit einem stummgeschalteten Tag bleibt verborgen, auch wenn ein anderer ihrer Tags angeheftet ist.",
  noTags: "Keine stummgeschalteten oder angehefteten Tags. Das Menü einer Karte fügt welche hinzu.",
  mutedTags: "Stummgeschaltet",
  pinnedTags: "Angeheftet",
  unmute: "{tag} wieder zeigen",
};

export default messages;
