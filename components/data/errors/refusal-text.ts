/** The rules that an order breaks as sentences, before it is sent. Apart from all other refusals, which few visits meet. */

import type { Format } from "#components/i18n/format.ts";
import type { FeatureText, Sources } from "#components/i18n/sources.ts";
import type { OrderRefusal } from "#lib/protocol/orders/counts.ts";

type Key = keyof Sources["venueErrors"];

/** The texts of this folder by any key. */
export type Texts = (key: string, values?: Readonly<Record<string, string>>) => string;

/** `$1` and `$2` of a key are what the pattern found. */
type DetailKey = Key | `${string}_$1_$2_detail`;

export type Detail = { code: string; key: DetailKey; pattern: RegExp };

const FIGURE = "-?\\d+(?:\\.\\d+)?";

const SIDE = "(above|below) the (mark|last|entry)(?: trade)?, (?<price>#)";

/** @param key of the text with the numbers; by default that of the code */
export function detail(code: Key, pattern: string, key = `${code}_detail` as DetailKey): Detail {
  return { code, key, pattern: new RegExp(pattern.replaceAll("#", FIGURE)) };
}

/** Details of the terms and trigger prices that the venue refuses. */
export const TERMS: readonly Detail[] = [
  detail("INVALID_TRIGGER_PRICE", SIDE, "INVALID_TRIGGER_PRICE_$1_$2_detail"),
  detail("GROUP_PRICE", SIDE, "GROUP_PRICE_$1_$2_detail"),
  detail("INVALID_ORDER_TERMS", "needs time_in_force IOC or FOK", "marketRests_detail"),
  detail("INVALID_ORDER_TERMS", "needs time_in_force GTC or IOC", "triggerFok_detail"),
  detail("INVALID_ORDER_TERMS", "POST_ONLY goes with", "postOnlyTakes_detail"),
  detail("INVALID_ORDER_TERMS", "size is the new total", "INVALID_ORDER_TERMS_size_detail"),
];

type Said = {
  text: Texts;
  format: Pick<Format, "grouped">;
  code: string;
  /** The server's own, or the rule's. */
  message: string;
};

/** The sentence, followed by the detail whose pattern the message has. */
export function withDetail(
  sentence: string,
  details: readonly Detail[],
  { text, format, code, message }: Said,
): string {
  for (const one of details) {
    const match = one.code === code ? one.pattern.exec(message) : null;
    if (!match) continue;
    const key = one.key.replace(/\$(\d)/g, (_, found: string) => match[Number(found)] ?? "");
    return `${sentence} ${text(key, figuresIn(format, match.groups ?? {}))}`;
  }
  return sentence;
}

type RefusalWording = { refusals: FeatureText<"venueErrors">; format: Pick<Format, "grouped"> };

/** The sentence for a rule that an order breaks: the one that its refusal by the venue would have. */
export function refusalText({ code, context }: OrderRefusal, wording: RefusalWording): string {
  const text = wording.refusals as Texts;
  if ("reason" in context) {
    const message = context.reason;
    const sentence = text(code, { message });
    return withDetail(sentence, TERMS, { text, format: wording.format, code, message });
  }
  const detail = `${code}_detail`;
  if (text(detail) === detail) return text(code);
  return `${text(code)} ${text(detail, figuresIn(wording.format, context))}`;
}

function figuresIn(format: Pick<Format, "grouped">, figures: object): Record<string, string> {
  const written = Object.entries(figures).map(([name, figure]) => {
    const text = String(figure);
    return [name, text === "none" ? "—" : format.grouped(text)] as const;
  });
  return Object.fromEntries(written);
}
