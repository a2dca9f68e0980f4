/** Rows of the audit log as sentences. */
import type { AuditEntry } from "#lib/protocol/wire/identity.ts";

/** The texts of this folder under any key, because actions come from the service. */
export type Texts = (key: string, values?: Readonly<Record<string, string>>) => string;

/** Replaces a name that the row does not have. */
export const DEFAULT_NAME = "—";

/** Isolates a name whose writing direction may differ from the sentence's. */
export function isolated(text: string): string {
  return `\u2068${text}\u2069`;
}

/** A row whose action has no text shows the action itself, so that no row is left out. */
export function sentenceOf(text: Texts, { action, details, target }: AuditEntry): string {
  const values: Record<string, string> = {
    target: isolated(target ?? DEFAULT_NAME),
    previous: DEFAULT_NAME,
    order: DEFAULT_NAME,
    error: DEFAULT_NAME,
    code: DEFAULT_NAME,
    address: DEFAULT_NAME,
    amount: DEFAULT_NAME,
    currency: "",
    count: DEFAULT_NAME,
    reason: DEFAULT_NAME,
    origin: DEFAULT_NAME,
    scopes: DEFAULT_NAME,
    limits: DEFAULT_NAME,
    before: DEFAULT_NAME,
  };
  for (const [name, value] of Object.entries(details)) values[name] = isolated(`${value}`);
  const way = text(`way_${details.kind ?? "unknown"}`);
  const label = details.label ?? details.name ?? target ?? DEFAULT_NAME;
  const named = { ...values, way, name: isolated(`${label}`) };
  const sentence = text(`action_${action}`, named);
  return sentence === `action_${action}` ? isolated(action) : sentence;
}

/** The prefix of an id and its last four characters: `grant_…84bc`. */
export function shortId(id: string): string {
  return id.replace(/^([a-z]+_)?.*(.{4})$/, "$1…$2");
}
