/** The notices of the signed-in user, from whichever domain. */
import "server-only";
import { z } from "zod";
import type { SessionActor } from "#lib/platform/actor.ts";
import { database } from "#lib/platform/db/client.ts";
import { NOTICE_ID, readNoticePage } from "#lib/platform/inbox/read-notices.ts";
import type { NotificationPage } from "#lib/protocol/wire/notification.ts";

const PAGE_ROWS = 50;

export const InboxQuery = z.strictObject({
  cursor: z.string().regex(NOTICE_ID, "must be the next of the page before").optional(),
});

type Call = {
  ctx: { actor: SessionActor };
  input: { query: z.output<typeof InboxQuery> };
};

/** Newest first. */
export async function readInbox({ ctx, input }: Call): Promise<NotificationPage> {
  const { userId } = ctx.actor;
  const { cursor } = input.query;
  const page = { limit: PAGE_ROWS, cursor };
  const { notices, unread, next } = await readNoticePage(await database(), { userId }, page);
  const results = notices.map(({ id, type, at, data, readAt }) => ({
    id,
    type,
    at: new Date(at).toISOString(),
    data,
    read_at: readAt?.toISOString() ?? null,
  }));
  return { results, unread, next };
}
