/** The tags that a visitor without an account mutes and pins: in a cookie, so that the server's first picture has them too. */
import { isTag, MOST_TAGS, NO_CHOICES, type TagChoices } from "#lib/protocol/highlights.ts";

export const TAGS_COOKIE = "svc.highlight-tags";
/** Whether the strip over the chart is open or closed. */
export const STRIP_COOKIE = "svc.highlights";

const HALVES = "|";

/** `hack SOL|BTC`: the muted ones, then the pinned ones. */
export function tagsText({ muted, pinned }: TagChoices): string {
  return [muted.join(" "), pinned.join(" ")].join(HALVES);
}

/** Whatever is no tag is left out. */
export function parseTags(text: string | undefined): TagChoices {
  if (text === undefined) return NO_CHOICES;
  const [muted = [], pinned = []] = text
    .split(HALVES)
    .map((half) => [...new Set(half.split(" ").filter(isTag))].slice(0, MOST_TAGS));
  return { muted, pinned };
}

type Account = TagChoices & { updated_at: string | null };

/** The account's choices. One that has never chosen takes over those of the browser. */
export function choicesOf(account: Account, guest: TagChoices): TagChoices {
  return account.updated_at === null ? guest : account;
}
