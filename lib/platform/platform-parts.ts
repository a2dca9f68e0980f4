/** The parts of the process that every domain needs: the database and the counters of limits. */
import "server-only";
import { closeDatabase, openDatabase } from "./db/client.ts";
import { closeLimits } from "./http/limits.ts";
import { openLimits } from "./http/open-limits.ts";
import { type ProcessPart, processPart } from "./process-part.ts";

export const platformParts: readonly ProcessPart[] = [
  processPart("database", async ({ config }) => {
    await openDatabase(config);
    return closeDatabase;
  }),
  processPart("limits", ({ config: { redisUrl, sessionSecret }, log }) => {
    openLimits({ redisUrl, sessionSecret, log });
    return closeLimits;
  }),
];
