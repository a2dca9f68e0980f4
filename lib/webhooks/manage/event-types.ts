/** The event types that a webhook can have. */
import { WEBHOOK_EVENT_TYPES } from "#lib/protocol/webhooks.ts";
import { EVENT_TYPES } from "#lib/webhooks/core/event-types.ts";
import { type ManagerContext, requireManager } from "#lib/webhooks/core/manager.ts";

export function listEventTypes({ ctx }: { ctx: ManagerContext }) {
  requireManager(ctx.actor);
  return {
    event_types: WEBHOOK_EVENT_TYPES.map((type) => {
      const { description, sample } = EVENT_TYPES[type];
      return { type, description, has_source: sample !== null, sample };
    }),
  };
}
