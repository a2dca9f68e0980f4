/** POST → proposes to change an open order, which its owner signs. */

import { StageModify, stageModify } from "#lib/assistants/staged-orders/stage-change.ts";
import { NoQuery } from "#lib/machines/bots/no-query.ts";
import { respond } from "#lib/platform/http/reply.ts";
import { StagedOrder } from "#lib/protocol/wire/staged-order.ts";
import { route } from "#lib/server/route.ts";

export const POST = route(
  {
    credential: "bot_key",
    status: 201,
    summary:
      "Proposes a new size, a new price or both for an open order; its owner signs it at approval_url",
    query: NoQuery,
    body: StageModify,
    response: StagedOrder,
  },
  async (call) => respond(201, await stageModify(call)),
);
