/** POST → proposes to close a whole position, which its owner signs. */

import { StageClose, stageClose } from "#lib/assistants/staged-orders/stage-close.ts";
import { NoQuery } from "#lib/machines/bots/no-query.ts";
import { respond } from "#lib/platform/http/reply.ts";
import { StagedOrder } from "#lib/protocol/wire/staged-order.ts";
import { route } from "#lib/server/route.ts";

export const POST = route(
  {
    credential: "bot_key",
    status: 201,
    summary:
      "Proposes to close the whole position in a market by a reduce-only market order; its owner signs it at approval_url",
    query: NoQuery,
    body: StageClose,
    response: StagedOrder,
  },
  async (call) => respond(201, await stageClose(call)),
);
