/** The values of a webhook's form, and their checks before they are sent. */
import type { WebhookEventType } from "#lib/protocol/webhooks.ts";
import type { Webhook } from "#lib/protocol/wire/webhook.ts";

export type WebhookDraft = {
  url: string;
  events: readonly WebhookEventType[];
  /** Symbols between commas or spaces. */
  assets: string;
  /** A share such as `0.7` or `0,7`. Empty means no filter. */
  conviction: string;
  perSecond: string;
};

export const EMPTY_WEBHOOK_DRAFT: WebhookDraft = {
  url: "",
  events: ["agentic.intent", "agentic.executed"],
  assets: "",
  conviction: "",
  perSecond: "50",
};

export function draftFromWebhook({
  url,
  events,
  filter,
  max_per_second: perSecond,
}: Webhook): WebhookDraft {
  return {
    url,
    events,
    assets: (filter.assets ?? []).join(", "),
    conviction: filter.min_conviction?.toString() ?? "",
    perSecond: perSecond.toString(),
  };
}

const MAX_PER_SECOND = 500;
const MAX_ASSETS = 50;

export type DraftFault = "url" | "events" | "assets" | "conviction" | "perSecond";

/** The first field with an error. */
export function draftFault(draft: WebhookDraft): DraftFault | undefined {
  if (draft.url.trim() === "") return "url";
  if (draft.events.length === 0) return "events";
  const assets = assetsOf(draft);
  const isAsset = (asset: string) => /^[A-Z0-9]{1,32}$/.test(asset);
  if (assets.length > MAX_ASSETS || !assets.every(isAsset)) return "assets";
  if (draft.conviction !== "" && shareOf(draft) === undefined) return "conviction";
  const perSecond = Number(draft.perSecond);
  const isWhole = /^\d{1,3}$/.test(draft.perSecond);
  return isWhole && perSecond >= 1 && perSecond <= MAX_PER_SECOND ? undefined : "perSecond";
}

/** The request body. Call it for a draft without an error. */
export function webhookBody(draft: WebhookDraft) {
  const assets = assetsOf(draft);
  return {
    url: draft.url.trim(),
    events: draft.events,
    filter: {
      ...(assets.length > 0 && { assets }),
      ...(draft.conviction !== "" && { min_conviction: shareOf(draft) }),
    },
    max_per_second: Number(draft.perSecond),
  };
}

function assetsOf({ assets }: WebhookDraft): string[] {
  const symbols = assets.toUpperCase().split(/[\s,;]+/);
  return [...new Set(symbols.filter((symbol) => symbol !== ""))];
}

function shareOf({ conviction }: WebhookDraft): number | undefined {
  const text = conviction.replace(",", ".");
  return /^(0(\.\d{1,4})?|1(\.0{1,4})?)$/.test(text) ? Number(text) : undefined;
}
