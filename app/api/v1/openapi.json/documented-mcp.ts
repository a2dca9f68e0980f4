/** The assistant endpoint (docs/api/mcp.md): messages of the Model Context Protocol, which are JSON-RPC 2.0. */
import { z } from "zod";
import { MCP_PATH, RESOURCE_METADATA_PATH } from "#lib/protocol/oauth-addresses.ts";
import { CREDENTIALS, limitText } from "#lib/server/openapi/credentials.ts";
import { type DescribedOperation, REFUSAL } from "#lib/server/openapi/described.ts";
import { limitHeaders, retryHeaders } from "#lib/server/openapi/failures.ts";

const id = z.union([z.int(), z.string()]);

export const McpRequest = z.object({
  jsonrpc: z.literal("2.0"),
  id: id.optional().describe("Id of the request; the answer repeats it. Absent in a notification"),
  method: z
    .string()
    .describe(
      "initialize, ping, tools/list, tools/call, resources/list, resources/read, prompts/list, prompts/get, logging/setLevel",
    ),
  params: z.record(z.string(), z.unknown()).optional().describe("Parameters of the method"),
});

const JsonRpcError = z.object({
  code: z.int().describe("-32700, -32600, -32601 or -32602"),
  message: z.string(),
  data: z.unknown().optional(),
});

export const McpAnswer = z.object({
  jsonrpc: z.literal("2.0"),
  id: id.nullable(),
  result: z
    .record(z.string(), z.unknown())
    .optional()
    .describe("A tool's result: structuredContent, the same as text in content, and isError"),
  error: JsonRpcError.optional().describe("In place of the result"),
});

const request = (number: number, method: string, params?: Record<string, unknown>) => ({
  jsonrpc: "2.0",
  id: number,
  method,
  ...(params && { params }),
});
const result = (number: number, value: Record<string, unknown>) => ({
  jsonrpc: "2.0",
  id: number,
  result: value,
});

export const MCP_REQUESTS = {
  initialize: {
    summary: "What a client begins with",
    value: request(1, "initialize", {
      protocolVersion: "2025-11-25",
      capabilities: {},
      clientInfo: { name: "my-program", version: "1.0.0" },
    }),
  },
  "tools/list": { summary: "The tools with their schemas", value: request(2, "tools/list") },
  "tools/call": {
    summary: "The price of a market",
    value: request(3, "tools/call", { name: "get_price", arguments: { market: "BTCUSDC" } }),
  },
};

const PRICE = { market: "BTCUSDC", mark_price: "60000.5", change_24h: "-0.0125" };

const MCP_ANSWERS = {
  initialize: {
    summary: "The revision that is spoken, and what the endpoint offers",
    value: result(1, {
      protocolVersion: "2025-11-25",
      capabilities: { tools: {}, resources: {}, prompts: {} },
      serverInfo: { name: "svc", version: "1.0.0" },
    }),
  },
  "tools/list": {
    summary: "One of the tools, shortened",
    value: result(2, {
      tools: [
        {
          name: "get_price",
          description: "The price of one market now.",
          inputSchema: { type: "object", properties: { market: { type: "string" } } },
        },
      ],
    }),
  },
  "tools/call": {
    summary: "The result of the tool, shortened",
    value: result(3, {
      structuredContent: PRICE,
      content: [{ type: "text", text: JSON.stringify(PRICE) }],
    }),
  },
};

const JSON_TYPE = "application/json";
const { about, quotas, security } = CREDENTIALS.assistant;

const challenge = (parameters: string) => ({
  "WWW-Authenticate": {
    description: "What is missing, and where a token comes from",
    schema: { type: "string" },
    example: `Bearer ${parameters}, resource_metadata="https://app.example${RESOURCE_METADATA_PATH}"`,
  },
});

export const MCP_OPERATION: DescribedOperation = {
  path: MCP_PATH,
  method: "post",
  operationId: "callAssistantEndpoint",
  summary: "Answers one message of the Model Context Protocol",
  description: `Takes one message of the Model Context Protocol and answers it, without a session. tools/list names the tools, with the schemas of what they take and answer; each of them needs one scope.\n\n${about}`,
  security,
  body: { type: JSON_TYPE, name: "McpRequest", schema: McpRequest, examples: MCP_REQUESTS },
  answers: {
    "200": {
      description: "The answer; a refusal of a tool is a result with isError",
      headers: limitHeaders(),
      body: { type: JSON_TYPE, name: "McpAnswer", schema: McpAnswer, examples: MCP_ANSWERS },
    },
    "202": { description: "A notification was taken; it has no answer" },
    "400": {
      description: "-32700: not JSON; -32600: a batch, or no request of JSON-RPC",
      body: {
        type: JSON_TYPE,
        name: "McpAnswer",
        schema: McpAnswer,
        examples: {
          batch: {
            summary: "A batch",
            value: {
              jsonrpc: "2.0",
              id: null,
              error: { code: -32600, message: "Send one message in a request." },
            },
          },
        },
      },
    },
    "401": {
      description:
        "MISSING_CREDENTIAL, MALFORMED_CREDENTIAL, WRONG_CREDENTIAL, UNKNOWN_KEY, EXPIRED_KEY, REVOKED_KEY, UNKNOWN_TOKEN, EXPIRED_TOKEN, REVOKED_GRANT",
      headers: challenge('scope="read:market"'),
      body: REFUSAL,
    },
    "403": {
      description:
        "INSUFFICIENT_SCOPE: authorize again with the scopes of the header; ip_not_allowed, INSECURE_ORIGIN",
      headers: challenge('error="insufficient_scope", scope="read:market trade:execute"'),
      body: REFUSAL,
    },
    "404": {
      description: "-32601: a method of streams, which are not served",
      body: { type: JSON_TYPE, name: "McpAnswer", schema: McpAnswer },
    },
    "413": { description: "BODY_TOO_LARGE", body: REFUSAL },
    "415": { description: "UNSUPPORTED_MEDIA_TYPE", body: REFUSAL },
    "429": {
      description: `RATE_LIMITED; nothing was done. ${quotas.map((name) => `${name}: ${limitText(name)}`).join("; ")}`,
      headers: retryHeaders(),
      body: REFUSAL,
    },
    "503": { description: "DRAINING", body: REFUSAL },
    default: { description: "Any other refusal of the catalogue", body: REFUSAL },
  },
};
