/** Sorts the path of a request for metrics and traces. Streams are not among them. */
export function kindOf(path: string): "page" | "api" | "file" {
  if (/^\/oauth\/consent\/[^/]+$/.test(path)) return "page";
  if (/^\/(?:api|oauth|\.well-known)\//.test(path)) return "api";
  return path.startsWith("/_next/") ? "file" : "page";
}
