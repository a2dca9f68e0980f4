/** A request that the service sends to an address of its user, as OpenAPI's `webhooks` describes it. */
import type { z } from "zod";
import type { Operation, Parameter } from "#lib/kernel/openapi/operation.ts";
import type { Schemas } from "#lib/kernel/openapi/schemas.ts";

export type DocumentedEvent = {
  /** The name by which users choose it. */
  name: string;
  summary: string;
  headers: readonly { name: string; description: string; example: string }[];
  body: z.ZodType;
  example: unknown;
  /** What the service does when the receiver accepts it, and when it does not. */
  accepted: string;
  failed: string;
};

export function eventOperation(event: DocumentedEvent, schemas: Schemas, tag: string): Operation {
  const { name, summary, body, example, accepted, failed } = event;
  const parameters = event.headers.map(
    (header): Parameter => ({
      ...header,
      in: "header",
      required: true,
      schema: { type: "string" },
    }),
  );
  const parts = name.split(".").map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  const { schema } = schemas.content(body, "output", `${parts.join("")}Event`);
  const sentence = summary.replace(/\.$/, "");
  return {
    operationId: `event.${name}`,
    summary: sentence,
    description: `${sentence}.\n\nSent to the account's webhooks that subscribed to it, signed with their secrets.`,
    tags: [tag],
    security: [],
    parameters,
    requestBody: { required: true, content: { "application/json": { schema, example } } },
    responses: {
      "2XX": { description: accepted },
      "4XX": { description: failed },
      default: { description: failed },
    },
  };
}
