/**
 * What a bot signs (docs/api/bot.md): the text over which the HMAC-SHA-256 of the secret is taken. It
 * covers time, nonce, method, path, query and body.
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

/** Before and after the service's clock. */
export const BOT_WINDOW_MS = 30_000;

export type BotCall = {
  timestamp: string;
  nonce: string;
  /** In upper case. */
  method: string;
  /** From /api/bot/v1 on, as sent. */
  path: string;
  /** As sent, without the question mark; empty when there is none. */
  query: string;
  /** SHA-256 of the body's bytes, lowercase hex; the hash of zero bytes for a request without a body. */
  bodySha256: string;
};

/** Five lines, joined by line feeds, without one at the end. */
export function botSigningText(call: BotCall): string {
  const target = call.query === "" ? call.path : `${call.path}?${call.query}`;
  return [call.timestamp, call.nonce, call.method, target, call.bodySha256].join("\n");
}

/**
 * True when the encoded pairs ascend by name and then by value. A query is sent in the order in which it is signed, and only
 * this order is valid, so that no intermediary can reorder it.
 */
export function isSortedQuery(query: string): boolean {
  const pairs = query.split("&").map(nameAndValue);
  return pairs.every((pair, index) => {
    const before = pairs[index - 1];
    return before === undefined || compare(before, pair) <= 0;
  });
}

type Pair = { name: string; value: string };

function nameAndValue(pair: string): Pair {
  const [name = "", ...value] = pair.split("=");
  return { name, value: value.join("=") };
}

/** Percent-encoded text is ASCII, so that the order of its characters is that of its bytes. */
function compare(one: Pair, other: Pair): number {
  return one.name === other.name ? order(one.value, other.value) : order(one.name, other.name);
}

function order(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}
