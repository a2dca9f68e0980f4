/** True when the caller's copy, named by `If-None-Match`, is the one that `etag` names (RFC 9110, 13.1.2). */
export function isNotModified(headers: Headers, etag: string): boolean {
  const given = headers.get("if-none-match");
  if (given === null) return false;
  const known = given.split(",").map((part) => part.trim().replace(/^W\//, ""));
  return known.includes("*") || known.includes(etag);
}
