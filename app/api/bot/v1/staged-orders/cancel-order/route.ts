/** POST → proposes to cancel an open order, which its owner signs. */

import { StageCancel, stageCancel } from "#lib/assistants/staged-orders/stage-change.ts";
import { NoQuery } from "#lib/machines/bots/no-query.ts";
import { respond } from "#lib/platform/http/reply.ts";
import { StagedOrder } from "#lib/protocol/wire/staged-order.ts";
import { route } from "#lib/server/route.ts";

export const POST = route(
  {
    credential: "bot_key",
    status: 201,
    summary: "Proposes to cancel an open order; its owner signs it at approval_url",
    query: NoQuery,
    body: StageCancel,
    response: StagedOrder,
  },
  async (call) => respond(201, await stageCancel(call)),
);
