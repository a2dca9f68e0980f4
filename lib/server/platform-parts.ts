/** The parts of the process that every domain needs: the database and the counters of limits. */
import "server-only";
import { closeDatabase, openDatabase } from "#lib/platform/db/client.ts";
import { openLimits } from "#lib/platform/http/open-limits.ts";
import { closeLimits } from "#lib/platform/http/rate-limits.ts";
import { type ProcessPart, processPart } from "#lib/platform/process/process-part.ts";

export const platformParts: readonly ProcessPart[] = [
  // First, so that it ends last: its stop sends what the others did.
  processPart("traces", async ({ config: { traceCollector } }) => {
    if (traceCollector === undefined) return undefined;
    const { openTraces } = await import("#lib/platform/process/open-traces.ts");
    return openTraces(traceCollector);
  }),
  processPart("database", async ({ config }) => {
    await openDatabase(config);
    return closeDatabase;
  }),
  processPart("limits", ({ config: { redisUrl, sessionSecret }, log }) => {
    openLimits({ redisUrl, sessionSecret, log });
    return closeLimits;
  }),
];
