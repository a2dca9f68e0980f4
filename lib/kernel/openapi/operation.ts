/** The part of an OpenAPI 3.1 operation that this service uses. */

export type Json = Record<string, unknown>;

export const METHODS = ["get", "post", "put", "patch", "delete"] as const;
export type Method = (typeof METHODS)[number];

/** A body: its schema, and examples that the schema accepts: one, or several with names. */
export type Content = { schema: Json; example?: unknown; examples?: Record<string, Example> };
export type Example = { summary: string; value: unknown };

export type Security = Record<string, string[]>[];

export type Operation = {
  operationId: string;
  summary: string;
  description?: string;
  tags: string[];
  security: Security;
  parameters?: Parameter[];
  requestBody?: { required: boolean; content: Record<string, Content> };
  responses: Record<string, Answer>;
};

export type Answer = { description: string; headers?: Json; content?: Record<string, Content> };

export type Parameter = {
  name: string;
  in: "path" | "query" | "header";
  required: boolean;
  description?: string;
  schema: Json;
  example?: unknown;
};
