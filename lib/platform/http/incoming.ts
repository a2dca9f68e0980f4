/** Normalizes a request before anything reads it: its target and its claims about the sender. */
import type { IncomingMessage } from "node:http";
import { clientAddress } from "#lib/platform/client-address.ts";
import { ServiceError } from "#lib/platform/errors.ts";
import { REQUEST_TARGET_HEADER } from "./request-target.ts";

/** The headers by which proxies describe the request that they pass on. */
const FORWARDING_HEADERS = ["x-forwarded-host", "x-forwarded-port", "x-forwarded-proto"] as const;
/** Two more that even a trusted proxy may pass on as the client wrote them. */
const CLIENT_CLAIMS = ["x-real-ip", "forwarded"] as const;
/** Names a server action for Next, which prints one that it does not know. The app has none. */
const ACTION = "next-action";

/** Next passes on any claim of the client; after this call these headers are verified or absent. @returns the address */
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
  if (trustedProxyDepth === 0) for (const name of FORWARDING_HEADERS) delete headers[name];
  return address;
}

/**
 * The path of a request, percent-decoded. A target in absolute form (RFC 9112, 3.2.2) is brought into origin form first,
 * because Next reads no other. Handlers find the original target in a header (request-target.ts).
 * @throws MALFORMED_PATH for targets on which Next fails: no path, or percent-encoding that is not UTF-8
 */
export function readPath(request: IncomingMessage): string {
  const target = request.url ?? "";
  if (/^https?:\/\//i.test(target) && URL.canParse(target)) {
    const { pathname, search } = new URL(target);
    request.url = pathname + search;
  }
  request.headers[REQUEST_TARGET_HEADER] = request.url ?? "";
  const path = request.url?.split("?", 1)[0] ?? "";
  if (!path.startsWith("/")) {
    throw new ServiceError("MALFORMED_PATH", { reason: "it does not begin with a slash" });
  }
  try {
    return decodeURIComponent(path);
  } catch {
    throw new ServiceError("MALFORMED_PATH", { reason: "its percent-encoding is not UTF-8" });
  }
}
