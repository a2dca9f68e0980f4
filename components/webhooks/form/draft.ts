/** The values of a webhook's form, and their checks before they are sent. */
import {
  DEFAULT_PER_SECOND,
  formatOfAddress,
  type HeaderProblem,
  headerProblem,
  type ReceiverStop,
  WEBHOOK_LIMITS,
  type WebhookEventType,
  type WebhookFormat,
} from "#lib/protocol/webhooks.ts";
import type { Webhook } from "#lib/protocol/wire/webhook.ts";

export type HeaderDraft = {
  /** Of the row in the form. */
  key: number;
  name: string;
  /** Empty for a stored header whose value stays. */
  value: string;
  /** When the stored value was set; null for a new header. */
  storedAt: string | null;
};

export type WebhookDraft = {
  url: string;
  name: string;
  format: WebhookFormat;
  /** False: the format follows the address. */
  isFormatChosen: boolean;
  events: readonly WebhookEventType[];
  /** Symbols between commas or spaces. */
  assets: string;
  markets: readonly string[];
  /** Wallets of the account. */
  accounts: readonly string[];
  /** A share such as `0.7` or `0,7`. Empty means no filter. */
  conviction: string;
  perSecond: string;
  headers: readonly HeaderDraft[];
  /** Names of stored headers that are to be removed. */
  removedHeaders: readonly string[];
  receiverMayStop: ReceiverStop;
};

export const EMPTY_WEBHOOK_DRAFT: WebhookDraft = {
  url: "",
  name: "",
  format: "json",
  isFormatChosen: false,
  events: ["agentic.intent", "agentic.executed"],
  assets: "",
  markets: [],
  accounts: [],
  conviction: "",
  perSecond: "50",
  headers: [],
  removedHeaders: [],
  receiverMayStop: "header",
};

export function draftFromWebhook(webhook: Webhook): WebhookDraft {
  const { url, name, format, events, filter, headers } = webhook;
  return {
    url,
    name: name ?? "",
    format,
    isFormatChosen: true,
    events,
    assets: (filter.assets ?? []).join(", "),
    markets: filter.markets ?? [],
    accounts: filter.accounts ?? [],
    conviction: filter.min_conviction?.toString() ?? "",
    perSecond: webhook.max_per_second.toString(),
    headers: headers.map((header, key) => ({
      key,
      name: header.name,
      value: "",
      storedAt: header.set_at,
    })),
    removedHeaders: [],
    receiverMayStop: webhook.receiver_may_stop,
  };
}

/** The draft with another address. The format follows it until the user chooses one. */
export function withUrl(draft: WebhookDraft, url: string): WebhookDraft {
  const next = { ...draft, url };
  return draft.isFormatChosen ? next : withFormat(next, formatOfAddress(url.trim()) ?? "json");
}

/** The draft in another format. Its rate follows while it is the usual one of the format. */
export function withFormat(draft: WebhookDraft, format: WebhookFormat): WebhookDraft {
  const isUsual = draft.perSecond === DEFAULT_PER_SECOND[draft.format].toString();
  return {
    ...draft,
    format,
    ...(isUsual && { perSecond: DEFAULT_PER_SECOND[format].toString() }),
  };
}

const MAX_PER_SECOND = 500;
const MAX_ASSETS = 50;

export type DraftFault =
  | "url"
  | "name"
  | "events"
  | "assets"
  | "conviction"
  | "perSecond"
  | "headers";

/** The first field with an error. */
export function draftFault(draft: WebhookDraft): DraftFault | undefined {
  if (draft.url.trim() === "") return "url";
  if (draft.name.trim().length > WEBHOOK_LIMITS.nameCharacters) return "name";
  if (draft.events.length === 0) return "events";
  const assets = assetsOf(draft);
  const isAsset = (asset: string) => /^[A-Z0-9]{1,32}$/.test(asset);
  if (assets.length > MAX_ASSETS || !assets.every(isAsset)) return "assets";
  if (draft.conviction !== "" && shareOf(draft) === undefined) return "conviction";
  const perSecond = Number(draft.perSecond);
  const isWhole = /^\d{1,3}$/.test(draft.perSecond);
  if (!isWhole || perSecond < 1 || perSecond > MAX_PER_SECOND) return "perSecond";
  return draft.headers.some((header) => headerFault(draft, header) !== undefined)
    ? "headers"
    : undefined;
}

export type HeaderFault = HeaderProblem | "twice";

/** Why a header of the draft cannot be sent. */
export function headerFault(draft: WebhookDraft, header: HeaderDraft): HeaderFault | undefined {
  const { key, name, value, storedAt } = header;
  if (storedAt !== null && value === "") return undefined;
  const problem = headerProblem(name.trim(), value.trim());
  if (problem !== undefined) return problem;
  const isSame = (other: HeaderDraft) =>
    other.key !== key && other.name.trim().toLowerCase() === name.trim().toLowerCase();
  return draft.headers.some(isSame) ? "twice" : undefined;
}

/** Stored headers that the service drops, because the address moves to another origin and no new value is entered. */
export function droppedHeaders(draft: WebhookDraft, storedUrl: string): string[] {
  const next = URL.parse(draft.url.trim());
  if (next === null || next.origin === new URL(storedUrl).origin) return [];
  return draft.headers
    .filter(({ storedAt, value }) => storedAt !== null && value === "")
    .map(({ name }) => name);
}

/** The request body. Call it for a draft without an error. */
export function webhookBody(draft: WebhookDraft) {
  const assets = assetsOf(draft);
  const { format, markets, accounts } = draft;
  const name = draft.name.trim();
  return {
    url: draft.url.trim(),
    name: name === "" ? null : name,
    format,
    events: draft.events,
    filter: {
      ...(assets.length > 0 && { assets }),
      ...(markets.length > 0 && { markets }),
      ...(accounts.length > 0 && { accounts }),
      ...(draft.conviction !== "" && { min_conviction: shareOf(draft) }),
    },
    max_per_second: Number(draft.perSecond),
    headers: changedHeaders(draft),
    receiver_may_stop: draft.receiverMayStop,
  };
}

function changedHeaders({ headers, removedHeaders }: WebhookDraft): Record<string, string | null> {
  const removed = removedHeaders.map((name) => [name, null] as const);
  const set = headers
    .filter(({ value }) => value !== "")
    .map(({ name, value }) => [name.trim(), value.trim()] as const);
  const named = new Set(set.map(([name]) => name.toLowerCase()));
  // A header that was removed and added again is one change.
  return Object.fromEntries([
    ...removed.filter(([name]) => !named.has(name.toLowerCase())),
    ...set,
  ]);
}

function assetsOf({ assets }: WebhookDraft): string[] {
  const symbols = assets.toUpperCase().split(/[\s,;]+/);
  return [...new Set(symbols.filter((symbol) => symbol !== ""))];
}

function shareOf({ conviction }: WebhookDraft): number | undefined {
  const text = conviction.replace(",", ".");
  return /^(0(\.\d{1,4})?|1(\.0{1,4})?)$/.test(text) ? Number(text) : undefined;
}
