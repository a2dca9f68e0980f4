/** The part of an OpenAPI 3.1 operation that this service uses. */

export type Json = Record<string, unknown>;

export const METHODS = ["get", "post", "put", "patch", "delete"] as const;
export type Method = (typeof METHODS)[number];

/** A body: its schema, and examples that the schema accepts: one, or several with names. */
export type Content = { schema: Json; example?: unknown; examples?: Record<string, Example> };
export type Example = { summary: string; value: unknown };

export type Security = Record<string, string[]>[];

/** Those of the schemes that the operations name. */
export function usedSchemes(schemes: Json, operations: readonly { security: Security }[]): Json {
  const named = new Set(operations.flatMap(({ security }) => security.flatMap(Object.keys)));
  return Object.fromEntries(Object.entries(schemes).filter(([name]) => named.has(name)));
}

/** Who maintains an interface, and under which terms its document may be used. */
export const INFO = {
  version: "1.0.0",
  license: { name: "MIT", identifier: "MIT" },
} satisfies Json;

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
