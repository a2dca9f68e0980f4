/** GET → which tags the account mutes and pins. PUT → replaces them. */
import { readTagChoices, saveTagChoices } from "#lib/catalysts/highlights/tag-choices.ts";
import { AccountTagChoices, TagChoicesBody } from "#lib/protocol/wire/highlights.ts";
import { route } from "#lib/server/route.ts";

export const GET = route(
  {
    credential: "session",
    summary: "The tags of highlights that the account mutes and pins.",
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
  saveTagChoices,
);
