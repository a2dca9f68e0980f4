/** The parts of an OpenAPI document that the pages show. */

export type Json = Record<string, unknown>;

export type Components = Record<string, Json>;

export type ApiParameter = {
  name: string;
  in: string;
  required: boolean;
  description?: string | undefined;
  schema: Json;
  example?: unknown;
};

export type ApiContent = {
  schema: Json;
  example?: unknown;
  examples?: Record<string, { value?: unknown }> | undefined;
};

type Content = Record<string, ApiContent>;

export type ApiOperation = {
  operationId: string;
  summary: string;
  description?: string | undefined;
  tags: string[];
  security: Record<string, string[]>[];
  parameters?: ApiParameter[] | undefined;
  requestBody?: { content: Content } | undefined;
  responses: Record<string, { description: string; content?: Content | undefined }>;
};

export type ApiDocument = {
  tags: { name: string; description: string }[];
  paths: Record<string, { [method: string]: ApiOperation | undefined }>;
  components: { schemas: Components };
};
