/** The same metadata for clients that look at the root of the host only. */
export {
  DELETE,
  GET,
  OPTIONS,
  PATCH,
  POST,
  PUT,
} from "./api/v1/mcp/route.ts";
