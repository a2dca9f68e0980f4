import { z } from "zod";
import { readSignals } from "#lib/catalysts/signals/read-signals.ts";
import { SIGNAL_RULES, SIGNAL_STATES } from "#lib/protocol/enumerations.ts";
import { Signal, SignalListQuery, signalId } from "#lib/protocol/wire/signals.ts";
import { marketSymbol, moment, READS } from "./_fields.ts";
import { defineTool } from "./define-tool.ts";

const MOST = 100;

export const listSignals = defineTool({
  name: "list_signals",
  title: "List Signals",
  description:
    "Signals of the service, the newest first: direction, entry, invalidation, target and horizon, why there is one, and how it ended. conviction is the rule's own hit rate, shrunk towards a coin. Signals in shadow have too little of it: say so when you mention one. A signal is a statement that is measured. It orders nothing, and it is no advice. An order that follows from one names it in signal_id of stage_order, when the user asks for that order.",
  scope: "read:market",
  annotations: READS,
  input: z.strictObject({
    market: marketSymbol.optional(),
    state: z.enum([...SIGNAL_STATES, "ended"]).optional(),
    rule: z.enum(SIGNAL_RULES).optional(),
    shadow: z
      .boolean()
      .optional()
      .describe("True: only those in shadow; false: only the others. Default: both"),
    limit: z.int().min(1).max(MOST).default(20),
    cursor: signalId.optional().describe("next of the page before"),
  }),
  output: z.strictObject({
    judged_until: moment.nullable(),
    signals: z.array(Signal),
    next: z.string().nullable(),
  }),
  run: async (_context, { shadow, ...args }) => {
    const query = SignalListQuery.parse({ ...args, shadow: shadow?.toString() });
    const { judged_until, results, next } = await readSignals({ input: { query } });
    return { judged_until, signals: results, next };
  },
});
