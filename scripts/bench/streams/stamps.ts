/** The field in which an event carries the time when its server had it: events of these three kinds measure latency. */

const STAMPS = {
  bbo: /("last_updated_at":)(\d{13})/,
  orderbook: /("1\.)(\d{13})/,
  stats: /("timestamp":)(\d{13})/,
} as const;

const SEQUENCE = /("seq_no":)(\d+)/;

function stampOf(event: string): RegExp | undefined {
  return event in STAMPS ? STAMPS[event as keyof typeof STAMPS] : undefined;
}

/** Unix milliseconds; `undefined` for an event of another kind. */
export function stampedAt(event: string, data: string): number | undefined {
  const found = stampOf(event)?.exec(data)?.[2];
  return found === undefined ? undefined : Number(found);
}

/** The sequence number of best prices. */
export function sequenceOf(event: string, data: string): number | undefined {
  const found = event === "bbo" ? SEQUENCE.exec(data)?.[2] : undefined;
  return found === undefined ? undefined : Number(found);
}

/** The same event with a new stamp and the next sequence number. */
export function restamp(event: string, data: string, next: { now: number; seq: number }): string {
  const stamp = stampOf(event);
  if (stamp === undefined) return data;
  const stamped = data.replace(stamp, (_, before: string) => `${before}${next.now}`);
  if (event !== "bbo") return stamped;
  return stamped.replace(SEQUENCE, (_, before: string) => `${before}${next.seq}`);
}
