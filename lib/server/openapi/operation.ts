/** The part of an OpenAPI 3.1 operation that this service uses. */

export type Json = Record<string, unknown>;

/** A body: its schema, and an example that the schema accepts. */
export type Content = { schema: Json; example?: unknown };

export type Operation = {
  operationId: string;
  summary: string;
  description?: string;
  tags: string[];
  security: Record<string, string[]>[];
  parameters?: Parameter[];
  requestBody?: { required: boolean; content: Record<string, Content> };
  responses: Record<string, { description: string; content?: Record<string, Content> }>;
};

export type Parameter = {
  name: string;
  in: "path" | "query" | "header";
  required: boolean;
  description?: string;
  schema: Json;
  example?: unknown;
};
