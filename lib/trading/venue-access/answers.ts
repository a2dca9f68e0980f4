/** Answers of the venue that this service passes on byte for byte; the venue's own API document has the fields. */
import "server-only";
import { z } from "zod";

const RECORD = "As the venue answers it: see its document at {venue_url}/v1/openapi.json";

export const VenueRecord = z.looseObject({}).describe(RECORD);

export const VenueList = z.looseObject({ results: z.array(z.looseObject({})) }).describe(RECORD);

export const VenuePage = z
  .looseObject({
    results: z.array(z.looseObject({})),
    next: z.string().nullable().describe("`cursor` of the next page"),
  })
  .describe(RECORD);

export const VenueTime = z.strictObject({ server_time: z.int().describe("Unix milliseconds") });
