/**
 * The tags that a visitor without an account mutes and pins. They are in a cookie, so the first
 * page from the server has them too.
 */
import { isTag, MAX_TAGS, NO_CHOICES, type TagChoices } from "#lib/protocol/highlights.ts";

export const TAGS_COOKIE = "svc.highlight-tags";
/** The cookie that remembers whether the strip above the chart is open. */
export const STRIP_COOKIE = "svc.highlights";

const HALVES = "|";

/** The cookie's value, such as `hack SOL|BTC`: the muted tags, then the pinned ones. */
export function tagsText({ muted, pinned }: TagChoices): string {
  return [muted.join(" "), pinned.join(" ")].join(HALVES);
}

/** Ignores everything that is not a tag. */
export function parseTags(text: string | undefined): TagChoices {
  if (text === undefined) return NO_CHOICES;
  const [muted = [], pinned = []] = text
    .split(HALVES)
    .map((half) => [...new Set(half.split(" ").filter(isTag))].slice(0, MAX_TAGS));
  return { muted, pinned };
}

type Account = TagChoices & { updated_at: string | null };

/** The account's choices. An account that has never chosen takes over those of the browser. */
export function resolveChoices(account: Account, guest: TagChoices): TagChoices {
  return account.updated_at === null ? guest : account;
}
