/** Path and query of a request, byte for byte: who checks a signature over them may not see them put right first. */

/** The Host writes it over whatever the client sent. */
export const REQUEST_TARGET_HEADER = "x-request-target";

/** As the request line has them, in origin form. URLs that Next and the web's Request give are normalised. */
export function requestTarget(request: Request): { path: string; query: string } {
  const { pathname, search } = new URL(request.url);
  const target = request.headers.get(REQUEST_TARGET_HEADER) ?? pathname + search;
  const [path = "", ...query] = target.split("?");
  return { path, query: query.join("?") };
}
