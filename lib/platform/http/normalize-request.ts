/** Normalizes a request before anything reads it: its target and its claims about the sender. */
import type { IncomingMessage } from "node:http";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import { clientAddress } from "#lib/kernel/http/client-address.ts";
import { CONTROL_CHARACTERS, hasControl } from "./control-characters.ts";
import { REQUEST_TARGET_HEADER } from "./request-target.ts";

/** Even a trusted proxy may pass these on as the client wrote them, and the app's own address is in BASE_URL. */
const CLIENT_CLAIMS = [
  "x-real-ip",
  "forwarded",
  "x-forwarded-host",
  "x-forwarded-port",
  "x-forwarded-proto",
] as const;
/** Names a server action for Next, which prints one that it does not know. The app has none. */
const ACTION = "next-action";

/** Next passes on any claim of the client; after this call the address is verified and other claims are absent. @returns the address */
export function applyTrustedProxies(
  { headers, socket }: IncomingMessage,
  trustedProxyDepth: number,
): string {
  const address = clientAddress(
    socket.remoteAddress,
    headers["x-forwarded-for"],
    trustedProxyDepth,
  );
  headers["x-forwarded-for"] = address;
  for (const name of [...CLIENT_CLAIMS, ACTION]) delete headers[name];
  return address;
}

/** Percent-encoded control characters in UTF-8, and those that the parser of HTTP lets through as they are. */
const MAY_HAVE_CONTROL = /%(?:[01]|7f|c2%[89])|[\u007F-\u009F]/i;

/**
 * The path of a request, percent-decoded. A target in absolute form (RFC 9112, 3.2.2) is brought into origin form first,
 * because Next reads no other. Handlers find the original target in a header (request-target.ts).
 * @throws MALFORMED_PATH for targets on which Next fails: no path, or percent-encoding that is not UTF-8; and for control characters
 * @throws MALFORMED_QUERY for control characters other than tabs and line ends, which people paste into a search
 */
export function readPath(request: IncomingMessage): string {
  const target = request.url ?? "";
  if (/^https?:\/\//i.test(target) && URL.canParse(target)) {
    const { pathname, search } = new URL(target);
    request.url = pathname + search;
  }
  request.headers[REQUEST_TARGET_HEADER] = request.url ?? "";
  const [path, query] = splitTarget(request.url ?? "");
  if (!path.startsWith("/")) {
    throw new ServiceError("MALFORMED_PATH", { reason: "it does not begin with a slash" });
  }
  const decoded = decodePath(path);
  if (hasControl(decoded)) {
    throw new ServiceError("MALFORMED_PATH", { reason: CONTROL_CHARACTERS });
  }
  if (MAY_HAVE_CONTROL.test(query)) refuseControl(new URLSearchParams(query));
  return decoded;
}

function splitTarget(target: string): [path: string, query: string] {
  const at = target.indexOf("?");
  return at < 0 ? [target, ""] : [target.slice(0, at), target.slice(at + 1)];
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    throw new ServiceError("MALFORMED_PATH", { reason: "its percent-encoding is not UTF-8" });
  }
}

function refuseControl(query: URLSearchParams): void {
  for (const [name, value] of query) {
    if (!hasControl(name) && !hasControl(value, "but layout")) continue;
    throw new ServiceError("MALFORMED_QUERY", { parameter: name, reason: CONTROL_CHARACTERS });
  }
}
