/**
 * What a bot signs (docs/api, "Bot calls"): the text over which the HMAC-SHA-256 of the secret is taken. Spec 1 leaves the
 * scheme open; this one covers time, nonce, method, path, query and body.
 */

export const BOT_HEADER = {
  key: "x-bot-key",
  /** Unix milliseconds. */
  timestamp: "x-bot-timestamp",
  /** 16 to 64 characters of A-Z a-z 0-9 _ -, new with each request. */
  nonce: "x-bot-nonce",
  /** 64 lowercase hex characters. */
  signature: "x-bot-signature",
} as const;

/** Either way from the service's clock. */
export const BOT_WINDOW_MS = 30_000;

export type BotCall = {
  timestamp: string;
  nonce: string;
  /** In capitals. */
  method: string;
  /** From /api/bot/v1 on, as sent. */
  path: string;
  /** As sent, without the question mark; empty when there is none. */
  query: string;
  /** SHA-256 of the body's bytes, lowercase hex; of no bytes when there is no body. */
  bodySha256: string;
};

/** Five lines, joined by line feeds, without one at the end. */
export function botSigningText(call: BotCall): string {
  const query = sortedQuery(call.query);
  const target = query === "" ? call.path : `${call.path}?${query}`;
  return [call.timestamp, call.nonce, call.method, target, call.bodySha256].join("\n");
}

/** The pairs as they are encoded, in the order of their characters. Percent-encoding makes all of them ASCII. */
function sortedQuery(query: string): string {
  const pairs = query.split("&").filter((pair) => pair !== "");
  return pairs.toSorted((one, other) => (one < other ? -1 : Number(one > other))).join("&");
}
