/** The values of a webhook's form, and their checks before they are sent. */
import type { WebhookEventType } from "#lib/protocol/webhooks.ts";
import type { Webhook } from "#lib/protocol/wire/webhook.ts";

export type Draft = {
  url: string;
  events: readonly WebhookEventType[];
  /** Symbols between commas or spaces. */
  assets: string;
  /** A share such as `0.7` or `0,7`; empty: none. */
  conviction: string;
  perSecond: string;
};

export const EMPTY_DRAFT: Draft = {
  url: "",
  events: ["agentic.intent", "agentic.executed"],
  assets: "",
  conviction: "",
  perSecond: "50",
};

export function draftOf({ url, events, filter, max_per_second: perSecond }: Webhook): Draft {
  return {
    url,
    events,
    assets: (filter.assets ?? []).join(", "),
    conviction: filter.min_conviction?.toString() ?? "",
    perSecond: perSecond.toString(),
  };
}

const MOST_PER_SECOND = 500;
const MOST_ASSETS = 50;

export type DraftFault = "url" | "events" | "assets" | "conviction" | "perSecond";

/** The first field that cannot be sent. */
export function draftFault(draft: Draft): DraftFault | undefined {
  if (draft.url.trim() === "") return "url";
  if (draft.events.length === 0) return "events";
  const assets = assetsOf(draft);
  const isAsset = (asset: string) => /^[A-Z0-9]{1,32}$/.test(asset);
  if (assets.length > MOST_ASSETS || !assets.every(isAsset)) return "assets";
  if (draft.conviction !== "" && shareOf(draft) === undefined) return "conviction";
  const perSecond = Number(draft.perSecond);
  const isWhole = /^\d{1,3}$/.test(draft.perSecond);
  return isWhole && perSecond >= 1 && perSecond <= MOST_PER_SECOND ? undefined : "perSecond";
}

/** As the interface takes it. Call it for a draft without a fault. */
export function bodyOf(draft: Draft) {
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

function assetsOf({ assets }: Draft): string[] {
  const symbols = assets.toUpperCase().split(/[\s,;]+/);
  return [...new Set(symbols.filter((symbol) => symbol !== ""))];
}

function shareOf({ conviction }: Draft): number | undefined {
  const text = conviction.replace(",", ".");
  return /^(0(\.\d{1,4})?|1(\.0{1,4})?)$/.test(text) ? Number(text) : undefined;
}
