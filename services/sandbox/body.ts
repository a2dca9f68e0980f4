/** Bodies of requests to the sandbox. */
import type { IncomingMessage } from "node:http";
import { ServiceError } from "#lib/platform/errors.ts";

/** The whole body as text. @throws BODY_TOO_LARGE past the limit. */
export async function readBody(request: IncomingMessage, limitBytes: number): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > limitBytes) throw new ServiceError("BODY_TOO_LARGE", { limitBytes });
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}
