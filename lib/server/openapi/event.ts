/** A request that the service sends to an address of its user, as OpenAPI's `webhooks` describes it. */
import type { z } from "zod";
import type { Json, Operation, Parameter } from "#lib/platform/openapi-operation.ts";

export type DocumentedEvent = {
  /** The name by which users choose it. */
  name: string;
  summary: string;
  headers: Readonly<Record<string, string>>;
  body: z.ZodType;
  /** What the service does when the receiver accepts it, and when it does not. */
  accepted: string;
  failed: string;
};

export function eventOperation(event: DocumentedEvent, body: Json, tag: string): Operation {
  const { name, summary, headers, accepted, failed } = event;
  const parameters = Object.entries(headers).map(
    ([header, description]): Parameter => ({
      name: header,
      in: "header",
      required: true,
      description,
      schema: { type: "string" },
    }),
  );
  return {
    operationId: `event.${name}`,
    summary: summary.replace(/\.$/, ""),
    tags: [tag],
    security: [],
    parameters,
    requestBody: { required: true, content: { "application/json": { schema: body } } },
    responses: { "2XX": { description: accepted }, default: { description: failed } },
  };
}
