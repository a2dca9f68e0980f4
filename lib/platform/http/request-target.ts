/** Path and query of a request, byte for byte: a signature over them must be checked before they are normalized. */

/** The Host overwrites any value that the client sent. */
export const REQUEST_TARGET_HEADER = "x-request-target";

/** As in the request line, in origin form. URLs of Next and of the web's Request are normalized. */
export function requestTarget(request: Request): { path: string; query: string } {
  const { pathname, search } = new URL(request.url);
  const target = request.headers.get(REQUEST_TARGET_HEADER) ?? pathname + search;
  const [path = "", ...query] = target.split("?");
  return { path, query: query.join("?") };
}
