/** GET → one catalyst with its full history, as it was known at a time. */
import { z } from "zod";
import { readCatalyst } from "#lib/catalysts/reads/read-catalysts.ts";
import {
  CatalystRecordQuery,
  catalystId,
  KnownCatalystRecord,
} from "#lib/protocol/wire/catalysts.ts";
import { route } from "#lib/server/route.ts";

export const GET = route(
  {
    credential: "public",
    summary: "One catalyst with its evidence and moves, as known at a time",
    params: z.strictObject({ id: catalystId }),
    query: CatalystRecordQuery,
    response: KnownCatalystRecord,
  },
  readCatalyst,
);
