/** What a request shows to prove who calls, judged by its form alone. Nothing is looked up here. */
import { type CredentialKind, credentialKind } from "#lib/protocol/key-formats.ts";

export type Presented =
  | { kind: "none" }
  /** A session cookie may be there. */
  | { kind: "cookie" }
  | { kind: CredentialKind | "operator_key" | "unknown"; text: string };

export const BOT_KEY_HEADER = "x-bot-key";

/** An Authorization header counts before the headers of a bot, and both before a cookie, which a browser adds by itself. */
export function presentedCredential(headers: Headers): Presented {
  const authorization = headers.get("authorization");
  if (authorization !== null) {
    const text = /^Bearer +(\S+)$/i.exec(authorization.trim())?.[1];
    if (text === undefined) return { kind: "unknown", text: authorization };
    const kind = text.startsWith("operator_") ? "operator_key" : credentialKind(text);
    return { kind: kind ?? "unknown", text };
  }
  const botKey = headers.get(BOT_KEY_HEADER);
  if (botKey !== null) return { kind: credentialKind(botKey) ?? "unknown", text: botKey };
  return headers.has("cookie") ? { kind: "cookie" } : { kind: "none" };
}
