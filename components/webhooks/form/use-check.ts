"use client";

import { useEffect, useState } from "react";
import { sendJson } from "#components/data/http.ts";
import { WEBHOOKS_API } from "#components/webhooks/paths.ts";
import type { WebhookEventType } from "#lib/protocol/webhooks.ts";
import type { WebhookCheck } from "#lib/protocol/wire/webhook.ts";
import { draftFault, type WebhookDraft, webhookBody } from "./draft.ts";

const QUIET_MS = 400;
const TIMEOUT_MS = 5_000;

/** Errors of these fields do not matter to the check, which does not get them. */
const UNCHECKED: ReadonlySet<string> = new Set(["perSecond", "headers", "name"]);

/**
 * Asks the service to check the draft, 400 ms after the last change. `undefined` before the answer
 * and after a failure.
 * @param previewType event of the preview; absent: the first of the draft
 */
export function useCheck(
  draft: WebhookDraft,
  previewType?: WebhookEventType,
): WebhookCheck | undefined {
  const [checked, setChecked] = useState<{ request: string; answer: WebhookCheck }>();
  const { url, events, filter, format } = webhookBody(draft);
  const fault = draftFault(draft);
  const isReady = fault === undefined || UNCHECKED.has(fault);
  const preview_type =
    previewType !== undefined && events.includes(previewType) ? previewType : undefined;
  const request = isReady ? JSON.stringify({ url, events, filter, format, preview_type }) : "";
  useEffect(() => {
    if (request === "") return;
    const leave = new AbortController();
    const timer = setTimeout(() => {
      const init = {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: request,
        signal: leave.signal,
      };
      void sendJson<WebhookCheck>(`${WEBHOOKS_API}/check`, init, TIMEOUT_MS).then((answer) => {
        if (answer.ok) setChecked({ request, answer: answer.body });
      });
    }, QUIET_MS);
    return () => {
      clearTimeout(timer);
      leave.abort();
    };
  }, [request]);
  return checked?.request === request ? checked.answer : undefined;
}
