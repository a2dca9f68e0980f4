/** One switch for all programs that act for the signed-in user. */
import { readPause, SetPause, setPause } from "#lib/machines/proposals/pause.ts";
import { AssistantPause } from "#lib/protocol/wire/assistant-controls.ts";
import { route } from "#lib/server/route.ts";

export const GET = route(
  {
    credential: "session",
    summary: "Shows whether the user has paused all assistants",
    response: AssistantPause,
  },
  readPause,
);

export const PUT = route(
  {
    credential: "session",
    summary:
      "Pauses all assistants, or lets them continue: MCP keys and apps are refused everything meanwhile, and bots may not propose",
    body: SetPause,
    response: AssistantPause,
  },
  setPause,
);
