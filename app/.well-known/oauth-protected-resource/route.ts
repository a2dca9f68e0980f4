/** The same metadata for clients that read only the root of the host. */
export {
  DELETE,
  GET,
  OPTIONS,
  PATCH,
  POST,
  PUT,
} from "./api/v1/mcp/route.ts";
