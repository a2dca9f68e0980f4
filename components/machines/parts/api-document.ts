/** The parts of an OpenAPI document that the pages show. */

export type Json = Record<string, unknown>;

export type Components = Record<string, Json>;

export type ApiParameter = {
  name: string;
  in: string;
  required: boolean;
  description?: string;
  schema: Json;
  example?: unknown;
};

type Content = Record<string, { schema: Json; example?: unknown }>;

export type ApiOperation = {
  operationId: string;
  summary: string;
  description?: string;
  tags: string[];
  security: Record<string, string[]>[];
  parameters?: ApiParameter[];
  requestBody?: { content: Content };
  responses: Record<string, { description: string; content?: Content }>;
};

export type ApiDocument = {
  tags: { name: string; description: string }[];
  paths: Record<string, { [method: string]: ApiOperation | undefined }>;
  components: { schemas: Components };
};
