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
    return async (request, ctx) => {
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
