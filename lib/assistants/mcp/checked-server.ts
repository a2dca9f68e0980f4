/** An MCP server that validates each request against the protocol first and reports an invalid one as the caller's error. */
import {
  type JSONRPCRequest,
  ProtocolError,
  ProtocolErrorCode,
  type Result,
  Server,
  type ServerContext,
  specTypeSchemas,
} from "@modelcontextprotocol/server";
import { isRecord } from "#lib/protocol/is-record.ts";

type Serve = (request: JSONRPCRequest, ctx: ServerContext) => Promise<Result>;

const FORMS = {
  initialize: specTypeSchemas.InitializeRequest,
  ping: specTypeSchemas.PingRequest,
  "logging/setLevel": specTypeSchemas.SetLevelRequest,
  "tools/list": specTypeSchemas.ListToolsRequest,
  "tools/call": specTypeSchemas.CallToolRequest,
  "resources/list": specTypeSchemas.ListResourcesRequest,
  "resources/templates/list": specTypeSchemas.ListResourceTemplatesRequest,
  "resources/read": specTypeSchemas.ReadResourceRequest,
  "prompts/list": specTypeSchemas.ListPromptsRequest,
  "prompts/get": specTypeSchemas.GetPromptRequest,
};

export class CheckedServer extends Server {
  protected override _wrapHandler(method: string, handler: Serve): Serve {
    const serve = super._wrapHandler(method, handler);
    if (!Object.hasOwn(FORMS, method)) return serve;
    const form = FORMS[method as keyof typeof FORMS];
    return async (sent, ctx) => {
      const request = withArguments(sent);
      const { issues } = form["~standard"].validate(request);
      const wrong = issues?.[0];
      if (wrong !== undefined) {
        const path = (wrong.path ?? []).map((part) =>
          String(typeof part === "object" ? part.key : part),
        );
        const message = `${path.join(".")}: ${wrong.message}`;
        throw new ProtocolError(ProtocolErrorCode.InvalidParams, message);
      }
      return serve(request, ctx);
    };
  }
}

/** No arguments are also sent as null, an empty list or an empty text, and an object as text: the tool makes of it what it can. */
function withArguments(request: JSONRPCRequest): JSONRPCRequest {
  const { params } = request;
  if (!isRecord(params) || !Object.hasOwn(params, "arguments")) return request;
  const { arguments: given, ...rest } = params;
  if (isRecord(given)) return request;
  const isNothing = given === null || given === "" || (Array.isArray(given) && given.length === 0);
  const parsed = typeof given === "string" && !isNothing ? objectIn(given) : undefined;
  if (!isNothing && parsed === undefined) return request;
  return { ...request, params: { ...rest, arguments: parsed ?? {} } };
}

function objectIn(text: string): Record<string, unknown> | undefined {
  try {
    const parsed: unknown = JSON.parse(text);
    return isRecord(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}
