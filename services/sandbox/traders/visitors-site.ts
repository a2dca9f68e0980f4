/** Where an app says whether it has visitors; it repeats itself. */
import { z } from "zod";
import { parseBody } from "#services/sandbox/site/body.ts";
import { jsonSite } from "#services/sandbox/site/json-site.ts";
import type { Site } from "#services/sandbox/site/site.ts";
import type { Visitors } from "./visitors.ts";

const visitorsBody = z.strictObject({ present: z.boolean() });

export function visitorsSite(visitors: Visitors): Site {
  return jsonSite({
    "/visitors": {
      POST: ({ body }) => {
        const { present } = parseBody(visitorsBody, body);
        visitors.note(present);
        return { present };
      },
    },
  });
}
