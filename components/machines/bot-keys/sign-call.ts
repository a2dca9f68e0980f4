/** Signs a call of the bot API in the browser, while the secret is on the screen. */
import { BOT_HEADER, botSigningText } from "#lib/protocol/signing/bot-signing.ts";

export type BotSecret = { id: string; secret: string };

type Call = {
  path: string;
  /** Unix milliseconds. */
  timestamp: string;
  nonce: string;
};

/** False on a page without a secure connection, where browsers do not sign. */
export function canSign(): boolean {
  return globalThis.crypto.subtle !== undefined;
}

/** The headers of a GET without a query, by docs/api/bot.md. */
export async function signCall(
  { id, secret }: BotSecret,
  { path, timestamp, nonce }: Call,
): Promise<Record<string, string>> {
  const { subtle } = globalThis.crypto;
  const bytes = new TextEncoder();
  const bodySha256 = hex(await subtle.digest("SHA-256", new Uint8Array()));
  const text = botSigningText({ timestamp, nonce, method: "GET", path, query: "", bodySha256 });
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await subtle.importKey("raw", bytes.encode(secret), algorithm, false, ["sign"]);
  return {
    [BOT_HEADER.key]: id,
    [BOT_HEADER.timestamp]: timestamp,
    [BOT_HEADER.nonce]: nonce,
    [BOT_HEADER.signature]: hex(await subtle.sign("HMAC", key, bytes.encode(text))),
  };
}

function hex(bytes: ArrayBuffer): string {
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
