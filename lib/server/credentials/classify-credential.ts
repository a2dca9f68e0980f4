/** Classifies the credential of a request by its form alone, without a query. */
import { type CredentialKind, credentialKind } from "#lib/protocol/key-formats.ts";

export const BOT_KEY_HEADER = "x-bot-key";

/** The header of a credential. */
type CredentialHeader = "authorization" | typeof BOT_KEY_HEADER;

export type Presented =
  | { kind: "none" }
  /** There may be a session cookie. */
  | { kind: "cookie" }
  | { kind: CredentialKind | "operator_key" | "unknown"; text: string; header: CredentialHeader };

/** A credential, or text in the place of one. */
export type PresentedCredential = Exclude<Presented, { kind: "none" | "cookie" }>;

/** An Authorization header takes precedence over the headers of a bot, and both over a cookie, which browsers add by themselves. */
export function presentedCredential(headers: Headers): Presented {
  const authorization = headers.get("authorization");
  if (authorization !== null) return inAuthorization(authorization);
  const botKey = headers.get(BOT_KEY_HEADER);
  if (botKey !== null) {
    return { kind: credentialKind(botKey) ?? "unknown", text: botKey, header: BOT_KEY_HEADER };
  }
  return headers.has("cookie") ? { kind: "cookie" } : { kind: "none" };
}

/** Node joins repeated headers with a comma and a space; more than one token is malformed. */
function inAuthorization(value: string): PresentedCredential {
  const header = "authorization";
  const text = /^Bearer +(\S+)$/i.exec(value.trim())?.[1];
  if (text === undefined) return { kind: "unknown", text: value, header };
  const kind = text.startsWith("operator_") ? "operator_key" : credentialKind(text);
  return { kind: kind ?? "unknown", text, header };
}

/** A bot's id travels beside its signature, every other credential as a bearer token. */
export function isInExpectedHeader({ kind, header }: PresentedCredential): boolean {
  return header === (kind === "bot_key" ? BOT_KEY_HEADER : "authorization");
}
