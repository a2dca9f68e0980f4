/** The metadata that names the issuer and the scopes of tokens for the assistant endpoint (RFC 9728, 3.2). */
import { z } from "zod";
import { httpRuntime } from "#lib/platform/http/runtime.ts";
import { MCP_PATH } from "#lib/protocol/oauth-addresses.ts";
import { SCOPES } from "#lib/protocol/scopes.ts";

export const ResourceMetadata = z.strictObject({
  resource: z.url(),
  resource_name: z.string(),
  resource_documentation: z.url(),
  authorization_servers: z.array(z.url()),
  scopes_supported: z.array(z.enum(SCOPES)),
  bearer_methods_supported: z.tuple([z.literal("header")]),
});

export function resourceMetadata(): z.output<typeof ResourceMetadata> {
  const { baseUrl } = httpRuntime();
  return {
    resource: `${baseUrl}${MCP_PATH}`,
    resource_name: "svc assistant endpoint",
    resource_documentation: `${baseUrl}/developers`,
    authorization_servers: [baseUrl],
    // Clients request all of them at once; the user ticks those that the app gets.
    scopes_supported: [...SCOPES],
    bearer_methods_supported: ["header"],
  };
}
