/** The event types that a webhook can have. */
import { z } from "zod";
import { WEBHOOK_EVENT_TYPES } from "#lib/protocol/webhooks.ts";
import { type ManagerContext, requireManager } from "#lib/webhooks/core/manager.ts";
import { EVENT_TYPES } from "#lib/webhooks/event-types/event-types.ts";

export function listEventTypes({ ctx }: { ctx: ManagerContext }) {
  requireManager(ctx.actor);
  return {
    event_types: WEBHOOK_EVENT_TYPES.map((type) => {
      const { description, schema, sample } = EVENT_TYPES[type];
      return { type, description, schema: { ...z.toJSONSchema(schema) }, sample };
    }),
  };
}
