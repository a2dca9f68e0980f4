/** GET → one signal. */
import { z } from "zod";
import { readSignal } from "#lib/catalysts/signals/read-signals.ts";
import { Signal, signalId } from "#lib/protocol/wire/signals.ts";
import { route } from "#lib/server/route.ts";

export const GET = route(
  {
    credential: "public",
    summary: "One signal with its levels, reasons and result",
    params: z.strictObject({ id: signalId }),
    response: Signal,
  },
  readSignal,
);
