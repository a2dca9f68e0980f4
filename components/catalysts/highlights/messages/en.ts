import type { MessageFile } from "#components/i18n/message-types.ts";

const messages = {
  highlights: "Highlights",
  intro: "The weightiest of what happened, for some hours each. A card leaves by itself.",
  count: { one: "{count} highlight", other: "{count} highlights" },
  none: "No highlights at the moment",
  options: "Mute or pin: {card}",
  mute: "Mute {tag}",
  pin: "Pin {tag}",
  unpin: "Unpin {tag}",
  pinned: "Pinned",
  toldMuted: "{tag} is muted.",
  toldPinned: "{tag} is pinned.",
  toldUnpinned: "{tag} is no longer pinned.",
  undo: "Undo",
  full: "At most {count} tags can be muted and pinned. Remove one first.",
  notSaved: "The choice was not saved.",
  tags: "Muted and pinned tags",
  tagsHint: "A muted tag hides its cards, also when another of their tags is pinned.",
  noTags: "Nothing is muted or pinned. The menu of a card does both.",
  mutedTags: "Muted",
  pinnedTags: "Pinned",
  unmute: "Unmute {tag}",
} as const satisfies MessageFile;

export default messages;
