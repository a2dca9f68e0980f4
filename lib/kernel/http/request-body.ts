/** Bodies of requests to the small servers. */
import type { IncomingMessage } from "node:http";
import { ServiceError } from "#lib/kernel/errors/errors.ts";

/**
 * The whole body of a JSON request as text. A page of another site can post a text without asking, but not JSON.
 * @throws UNSUPPORTED_MEDIA_TYPE, BODY_TOO_LARGE past the limit
 */
export async function readJsonText(request: IncomingMessage, limitBytes: number): Promise<string> {
  if (!request.headers["content-type"]?.startsWith("application/json")) {
    throw new ServiceError("UNSUPPORTED_MEDIA_TYPE");
  }
  return readText(request, limitBytes);
}

/** The whole body as text, of any kind. @throws BODY_TOO_LARGE past the limit */
export async function readText(request: IncomingMessage, limitBytes: number): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > limitBytes) throw new ServiceError("BODY_TOO_LARGE", { limitBytes });
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}
