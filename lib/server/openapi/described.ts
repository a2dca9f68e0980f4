/** Operations whose form a standard fixes: OAuth and the assistant endpoint. No schema of `route` describes them. */
import type { z } from "zod";
import type {
  Answer,
  Example,
  Json,
  Method,
  Operation,
  Security,
} from "#lib/kernel/openapi/operation.ts";
import type { Schemas } from "#lib/kernel/openapi/schemas.ts";
import { ERROR_SCHEMA } from "./failures.ts";
import { tagOf } from "./tags.ts";

export type DescribedOperation = {
  path: string;
  method: Method;
  operationId: string;
  summary: string;
  /** What it does and who may call. */
  description: string;
  security: Security;
  query?: z.ZodType;
  body?: DescribedBody;
  answers: Readonly<Record<string, DescribedAnswer>>;
};

export type DescribedBody = {
  /** Its media type. */
  type: string;
  /** Its name among the schemas. */
  name: string;
  schema: z.ZodType;
  /** In place of one that is made of the schema. */
  examples?: Readonly<Record<string, Example>>;
};

/** A body of the catalogue of errors. */
export const REFUSAL = "refusal";

export type DescribedAnswer = {
  description: string;
  headers?: Json;
  body?: DescribedBody | typeof REFUSAL;
};

export function describedOperation(described: DescribedOperation, schemas: Schemas): Operation {
  const { path, operationId, summary, description, security, query, body, answers } = described;
  const parameters = schemas.parameters("query", query);
  const answered = Object.entries(answers).map(
    ([status, answer]) => [status, answerOf(answer, schemas)] as const,
  );
  return {
    operationId,
    summary,
    description,
    tags: [tagOf(path)],
    security,
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: { required: true, content: contentOf(body, "input", schemas) } }),
    responses: Object.fromEntries(answered),
  };
}

function answerOf({ description, headers, body }: DescribedAnswer, schemas: Schemas): Answer {
  const content =
    body === REFUSAL
      ? { "application/json": { schema: ERROR_SCHEMA } }
      : body && contentOf(body, "output", schemas);
  return { description, ...(headers && { headers }), ...(content && { content }) };
}

function contentOf(body: DescribedBody, io: "input" | "output", schemas: Schemas) {
  const { type, name, schema, examples } = body;
  const made = schemas.content(schema, io, name);
  return { [type]: examples === undefined ? made : { schema: made.schema, examples } };
}
