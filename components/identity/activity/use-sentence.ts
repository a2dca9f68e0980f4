"use client";

import { shortAddress } from "#components/i18n/figures.ts";
import { useText } from "#components/i18n/i18n-provider.tsx";
import type { AuditEntry } from "./audit-entry.ts";
import { DEFAULT_NAME, isolated, sentenceOf, type Texts } from "./sentence.ts";

/** What happened, as a sentence of the page's language. */
export function useSentence(): (entry: AuditEntry) => string {
  const text = useText("activity") as Texts;
  return (entry) => sentenceOf(text, entry);
}

/** Who did it. */
export function useWho(): (entry: AuditEntry) => string {
  const text = useText("activity");
  return ({ actorKind, actorId }) => {
    const id = isolated(actorId === null ? DEFAULT_NAME : shortAddress(actorId));
    if (actorKind === "session") return text("by_session");
    if (actorKind === "mcp_key") return text("by_mcp_key", { id: id });
    if (actorKind === "oauth_grant") return text("by_oauth_grant", { id: id });
    if (actorKind === "bot_key") return text("by_bot_key", { id: id });
    return text(actorKind === "operator" ? "by_operator" : "by_service");
  };
}
