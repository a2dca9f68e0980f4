/** The same metadata for clients that read only the root of the host. */
export { GET, OPTIONS } from "./api/v1/mcp/route.ts";
