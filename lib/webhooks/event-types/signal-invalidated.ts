/** `signal.invalidated`: the data is that of `signal.created`, with its end. */
import { z } from "zod";
import { Signal } from "#lib/protocol/wire/signals.ts";
import { decimal } from "#lib/protocol/wire/values.ts";
import { caused } from "./event-type.ts";
import { SIGNAL_CREATED } from "./signal-created.ts";

const EndedSignal = z.strictObject(Signal.shape).extend({
  shadow: z.literal(false),
  state: z.literal("invalidated"),
  outcome: Signal.shape.outcome.unwrap(),
});

export const SIGNAL_INVALIDATED = caused({
  type: "signal.invalidated",
  description: "A minute closed beyond the invalidation level of a signal that was sent.",
  schema: EndedSignal,
  sample: {
    ...SIGNAL_CREATED.sample,
    state: "invalidated",
    outcome: {
      ended_at: "2026-01-01T00:42:00.000Z",
      close: decimal.parse("144.3"),
      result: -1.069,
    },
  },
});
