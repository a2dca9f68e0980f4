/** The venue's OpenAPI document, as the reference shows it. Another venue with the same interface may have another one, or none. */
import "server-only";
import { z } from "zod";
import { jsonGet, keepAliveAgent } from "#lib/kernel/http/http-client.ts";

const json = z.record(z.string(), z.unknown());
const content = z.record(
  z.string(),
  z.looseObject({
    schema: json,
    examples: z.record(z.string(), z.looseObject({ value: z.unknown() })).optional(),
  }),
);

const Operation = z.looseObject({
  operationId: z.string(),
  summary: z.string(),
  description: z.string().optional(),
  tags: z.array(z.string()),
  security: z.array(z.record(z.string(), z.array(z.string()))),
  parameters: z
    .array(
      z.looseObject({
        name: z.string(),
        in: z.string(),
        required: z.boolean(),
        description: z.string().optional(),
        schema: json,
      }),
    )
    .optional(),
  requestBody: z.looseObject({ content }).optional(),
  responses: z.record(
    z.string(),
    z.looseObject({ description: z.string(), content: content.optional() }),
  ),
});

/** The part that the pages show. */
const VenueReference = z.looseObject({
  tags: z.array(z.looseObject({ name: z.string(), description: z.string() })),
  paths: z.record(z.string(), z.record(z.string(), Operation)),
  components: z.looseObject({ schemas: z.record(z.string(), json) }),
});
export type VenueReference = z.output<typeof VenueReference>;

/** A page waits for it once in this time; sooner again while there is none. */
const CACHED_MS = 5 * 60_000;
const RETRY_MS = 10_000;
const TIMEOUT_MS = 2_000;
const MAX_BYTES = 4 * 1024 * 1024;

type Cached = { of: string; until: number; document: Promise<VenueReference | undefined> };

let cached: Cached | undefined;

/** @returns undefined when the venue does not answer, or describes itself in another form */
export function venueReference(venueUrl: string, now: number): Promise<VenueReference | undefined> {
  if (cached?.of === venueUrl && now < cached.until) return cached.document;
  const document = read(venueUrl);
  const made: Cached = { of: venueUrl, until: now + CACHED_MS, document };
  cached = made;
  void document.then((found) => {
    if (found === undefined) made.until = now + RETRY_MS;
  });
  return document;
}

async function read(venueUrl: string): Promise<VenueReference | undefined> {
  const agent = keepAliveAgent(venueUrl, 1);
  try {
    const { value } = await jsonGet(`${venueUrl}/v1/openapi.json`, {
      agent,
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_BYTES,
      name: "the venue",
      peer: "venue",
    });
    return VenueReference.safeParse(value).data;
  } catch {
    return undefined;
  } finally {
    agent.destroy();
  }
}
