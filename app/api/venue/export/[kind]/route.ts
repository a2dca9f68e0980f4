/** GET → all records of one kind in a period as a streamed CSV file. See lib/trading/account-history/export-history.ts. */
import { z } from "zod";
import { route } from "#lib/server/route.ts";
import { EXPORT_KINDS } from "#lib/trading/account-history/csv-columns.ts";
import { exportCsv } from "#lib/trading/account-history/export-history.ts";
import { fileQuery } from "#lib/trading/account-history/page-query.ts";

const params = z.object({ kind: z.enum(EXPORT_KINDS) });

export const GET = route({ credential: "wallet", params, query: fileQuery }, exportCsv);
