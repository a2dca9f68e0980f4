/** One bounded HTTP exchange with another process. */

const SHOWN_CHARACTERS = 200;

export type FetchOptions = {
  method?: "GET" | "POST";
  headers?: Record<string, string>;
  body?: string;
  /** Ends the exchange, its body included. */
  signal: AbortSignal;
  maxBytes: number;
};

/** An answer with another status than 2xx. */
export class RefusedError extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.name = "RefusedError";
    this.status = status;
  }
}

/**
 * The text of a 2xx answer. A redirect is not followed: the credential would go to an address that is not configured.
 * @throws RefusedError for another status, and Error for no answer, a redirect or too large a one
 */
export async function fetchText(url: string, options: FetchOptions): Promise<string> {
  const { method = "GET", headers = {}, body = null, signal, maxBytes } = options;
  const response = await fetch(url, { method, headers, body, signal, redirect: "error" });
  const text = await boundedText(response, maxBytes);
  if (response.ok) return text;
  const { origin, pathname } = new URL(url);
  const shown = `${origin}${pathname} answered ${response.status}: ${text.slice(0, SHOWN_CHARACTERS)}`;
  throw new RefusedError(response.status, shown);
}

async function boundedText(response: Response, maxBytes: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.length;
    if (length > maxBytes) throw new Error(`the answer is larger than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, length).toString("utf8");
}
