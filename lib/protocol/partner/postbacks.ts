/** Events of partners, and the address that a partner has called for each (docs/api/partner.md). */

/** Also types of webhooks. */
export const PARTNER_EVENTS = ["referral.created", "partner.accrued", "payout.paid"] as const;
export type PartnerEvent = (typeof PARTNER_EVENTS)[number];

export const POSTBACK_STATES = ["pending", "delivered", "dead"] as const;

/** Each is replaced by its value, or by nothing when the event has none. */
export const POSTBACK_MACROS = [
  "event",
  "id",
  "time",
  "referral",
  "link",
  "sub",
  "utm_source",
  "utm_medium",
  "utm_campaign",
  "utm_content",
  "utm_term",
  "amount",
  "currency",
  "fees",
  "count",
  "settlement",
  "test",
] as const;
export type PostbackMacro = (typeof POSTBACK_MACROS)[number];

/** `{sub}` as typed, and as an address writes it in its path. */
const MACRO = /(?:\{|%7B)([^{}%/?&#=]*)(?:\}|%7D)/gi;

/** The names between braces that are no macros. */
export function unknownMacros(address: string): string[] {
  const known: readonly string[] = POSTBACK_MACROS;
  return [...address.matchAll(MACRO)]
    .map(([, name = ""]) => name)
    .filter((name) => !known.includes(name));
}

/** The address of one call. Values are escaped, so that none changes the host, the path's steps or other parameters. */
export function fillMacros(address: string, values: Readonly<Record<string, string>>): string {
  return address.replaceAll(MACRO, (_, name: string) => encodeURIComponent(values[name] ?? ""));
}
