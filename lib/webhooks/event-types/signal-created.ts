/** `signal.created`: the data is the signal as `GET /api/public/signals/{id}` shows it. */
import { z } from "zod";
import { Signal } from "#lib/protocol/wire/signals.ts";
import { decimal } from "#lib/protocol/wire/values.ts";
import { caused } from "./event-type.ts";

/** Without its name in the OpenAPI document, because each event type has a complete schema. */
const SignalData = z
  .strictObject(Signal.shape)
  .extend({ shadow: z.literal(false), state: z.literal("active"), outcome: z.null() });

export const SIGNAL_CREATED = caused({
  type: "signal.created",
  description:
    "A signal was made that is not in shadow: at least 30 signals of its rule have ended, with a lower bound of the hit rate above 0.5.",
  schema: SignalData,
  sample: {
    id: "sig_0123456789abcdef01234567",
    market: "SOLUSDC",
    direction: "short",
    rule: "drift",
    horizon: 240,
    conviction: 0.58,
    shadow: false,
    entry: decimal.parse("141.2"),
    invalidation: decimal.parse("144.1"),
    target: decimal.parse("138.3"),
    reasons: [
      {
        code: "attributed_move",
        move_id: "mov_0123456789abcdef01234567",
        catalyst_id: "evt_0123456789abcdef01234567",
        probability: 0.91,
        size: -0.04,
      },
      { code: "record", ended: 184, hits: 108 },
    ],
    catalyst_ids: ["evt_0123456789abcdef01234567"],
    move_id: "mov_0123456789abcdef01234567",
    calendar_id: null,
    simulated: true,
    state: "active",
    created_at: "2026-01-01T00:00:01.000Z",
    priced_at: "2026-01-01T00:00:00.000Z",
    expires_at: "2026-01-01T04:00:00.000Z",
    outcome: null,
    parameters_hash: "0123456789abcdef".repeat(4),
  },
});
