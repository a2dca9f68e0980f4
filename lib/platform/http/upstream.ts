/**
 * One bounded request to another process on a caller's behalf, byte for byte. On `node:http` and not on `fetch`: it adds
 * no headers, follows no redirects and uses no cache.
 */
import http from "node:http";
import https from "node:https";

export type UpstreamRequest = {
  /** Absolute address. */
  url: string;
  method: "GET" | "POST" | "PUT" | "DELETE";
  /** All headers that are sent, beside Host and Content-Length. */
  headers: Record<string, string>;
  body?: Uint8Array;
  /** From the connect to the last byte. */
  timeoutMilliseconds: number;
  maxBytes: number;
};

export type UpstreamAnswer = {
  status: number;
  contentType: string;
  /** The Retry-After header, when there is one. */
  retryAfter: string | undefined;
  body: Buffer<ArrayBuffer>;
};

/** No complete answer: too late, unreachable, broken off, or larger than allowed. */
export class UpstreamFailure extends Error {
  readonly timedOut: boolean;

  constructor(timedOut: boolean, cause: unknown) {
    super(timedOut ? "the upstream did not answer in time" : "the upstream gave no answer", {
      cause,
    });
    this.name = "UpstreamFailure";
    this.timedOut = timedOut;
  }
}

const agents = {
  "http:": new http.Agent({ keepAlive: true, maxSockets: 128 }),
  "https:": new https.Agent({ keepAlive: true, maxSockets: 128 }),
};

/** Sends the request once; it is never repeated, because a write may have arrived. @throws UpstreamFailure */
export async function askUpstream(request: UpstreamRequest): Promise<UpstreamAnswer> {
  const signal = AbortSignal.timeout(request.timeoutMilliseconds);
  try {
    return await exchange(request, signal);
  } catch (error) {
    throw new UpstreamFailure(signal.aborted, error);
  }
}

function exchange(request: UpstreamRequest, signal: AbortSignal): Promise<UpstreamAnswer> {
  const { url, method, body } = request;
  const isTls = url.startsWith("https:");
  const headers: Record<string, string> = { ...request.headers };
  if (body !== undefined) headers["content-length"] = String(body.byteLength);
  return new Promise((resolve, reject) => {
    const outgoing = (isTls ? https : http).request(
      url,
      { method, headers, signal, agent: agents[isTls ? "https:" : "http:"] },
      (response) => {
        collect(response, request.maxBytes).then((bytes) => {
          resolve({
            status: response.statusCode ?? 0,
            contentType: response.headers["content-type"] ?? "",
            retryAfter: response.headers["retry-after"],
            body: bytes,
          });
        }, reject);
      },
    );
    outgoing.on("error", reject);
    outgoing.end(body);
  });
}

async function collect(
  response: http.IncomingMessage,
  maxBytes: number,
): Promise<Buffer<ArrayBuffer>> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.byteLength;
    // Leaving the loop by an exception destroys the response and its socket.
    if (size > maxBytes) throw new Error(`the answer is larger than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, size);
}
