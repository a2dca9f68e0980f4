/**
 * Asks another party's server for a quote. The request contains nothing about the user beyond the
 * question.
 */
import { valueAt } from "#lib/protocol/answer-fields.ts";

const TIMEOUT_MS = 8_000;
/** Quotes have a few thousand characters. */
const MAX_CHARACTERS = 200_000;
const MAX_REASON = 200;

export type SourceAnswer =
  | { ok: true; body: unknown }
  /**
   * `status` is 0 without an answer. `reason` is technical, and the server's own text if it sent
   * any.
   */
  | { ok: false; status: number; reason: string };

export async function askSource(
  url: string,
  signal: AbortSignal | undefined,
): Promise<SourceAnswer> {
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  try {
    const response = await fetch(url, {
      credentials: "omit",
      referrerPolicy: "no-referrer",
      cache: "no-store",
      signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
    });
    const { ok, status } = response;
    const text = await textOf(response);
    if (text === undefined) return { ok: false, status, reason: "its answer is too long" };
    const body = parsed(text);
    if (ok && body !== undefined) return { ok, body };
    return { ok: false, status, reason: reasonOf(body) ?? `it answered ${status}` };
  } catch {
    return { ok: false, status: 0, reason: "it does not answer" };
  }
}

/** Undefined when the answer is too long: the rest is not read. */
async function textOf({ body }: Response): Promise<string | undefined> {
  const decoder = new TextDecoder();
  let text = "";
  if (body !== null)
    for (const reader = body.getReader(); ; ) {
      const { done, value } = await reader.read();
      text += decoder.decode(value, { stream: !done });
      if (done) break;
      if (text.length <= MAX_CHARACTERS) continue;
      await reader.cancel();
      return undefined;
    }
  return text;
}

/** Undefined for text that is not JSON: refusals are often plain text. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function reasonOf(body: unknown): string | undefined {
  const said = valueAt(body, "message") ?? valueAt(body, "error");
  return typeof said === "string" ? said.slice(0, MAX_REASON) : undefined;
}
