import type { MessageFile } from "#components/i18n/message-types.ts";
import labels from "./catalyst-labels.ts";

const messages = {
  ...labels,
  highlights: "Highlights",
  intro: "The biggest news of the last hours.",
  count: { one: "{count} highlight", other: "{count} highlights" },
  none: "No highlights right now",
  options: "Mute or pin: {card}",
  mute: "Mute {tag}",
  pin: "Pin {tag}",
  unpin: "Unpin {tag}",
  pinned: "Pinned",
  toldMuted: "{tag} is muted.",
  toldPinned: "{tag} is pinned.",
  toldUnpinned: "{tag} is no longer pinned.",
  undo: "Undo",
  full: "You can mute and pin up to {count} tags. Remove one first.",
  notSaved: "Your choice was not saved.",
  tags: "Muted and pinned tags",
  tagsHint: "A card with a muted tag stays hidden, even if you pinned another of its tags.",
  noTags: "No muted or pinned tags. Use the menu of a card to add one.",
  mutedTags: "Muted",
  pinnedTags: "Pinned",
  unmute: "Unmute {tag}",
} as const satisfies MessageFile;

export default messages;
