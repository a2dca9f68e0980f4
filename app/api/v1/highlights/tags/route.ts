/** GET → the tags that the account mutes and pins. PUT → replaces them. */
import { readTagChoices, saveTagChoices } from "#lib/catalysts/highlights/tag-choices.ts";
import { recordAudit } from "#lib/identity/audit/audit-log.ts";
import { AccountTagChoices, TagChoicesBody } from "#lib/protocol/wire/highlights.ts";
import { route } from "#lib/server/route.ts";

export const GET = route(
  {
    credential: "session",
    summary: "Tags of highlights that the account mutes and pins",
    response: AccountTagChoices,
  },
  readTagChoices,
);

export const PUT = route(
  {
    credential: "session",
    summary: "Replaces the muted and pinned tags, at most 100 in all.",
    body: TagChoicesBody,
    response: AccountTagChoices,
  },
  (call) => {
    const { actor, client, now } = call.ctx;
    const entry = { now, userId: actor.userId, actor, client } as const;
    return saveTagChoices(call, {
      record: (change) => recordAudit(change, { ...entry, action: "highlight_tags.changed" }),
    });
  },
);
