/** The notices of partners in the inbox of their account. */

import { NOTICE_KINDS, type NoticeKind } from "#lib/protocol/partner/enumerations.ts";
import type { AccountEventType } from "#lib/protocol/wire/account-events.ts";

const KIND_BY_TYPE = new Map<string, NoticeKind>(
  NOTICE_KINDS.map((kind) => [`partner.${kind}`, kind]),
);

export const PARTNER_NOTICE_TYPES: readonly AccountEventType[] = NOTICE_KINDS.map(
  (kind) => `partner.${kind}` as const,
);

/** @throws Error for the type of another notice */
export function noticeKindOf(type: string): NoticeKind {
  const kind = KIND_BY_TYPE.get(type);
  if (kind === undefined) throw new Error(`${type} is no notice of a partner.`);
  return kind;
}
