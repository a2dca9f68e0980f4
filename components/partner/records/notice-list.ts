/** Merges pages of notices while new ones arrive. */
import type { PartnerNotice } from "#lib/protocol/wire/partner.ts";

export type ShownNotice = PartnerNotice & {
  /** It was unread when first shown; the mark stays until the page is left. */
  isNew: boolean;
};

/** Merges shown notices with a new read, the newest first. A notice in both is taken from the read. */
export function mergeNotices(
  shown: readonly ShownNotice[],
  read: readonly PartnerNotice[],
): ShownNotice[] {
  const known = new Map(shown.map((notice) => [notice.id, notice]));
  for (const notice of read) {
    const isNew = notice.read_at === null || known.get(notice.id)?.isNew === true;
    known.set(notice.id, { ...notice, isNew });
  }
  return [...known.values()].toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at));
}
