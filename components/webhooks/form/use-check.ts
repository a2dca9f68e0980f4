"use client";

import { useEffect, useState } from "react";
import { sendJson } from "#components/data/http.ts";
import { WEBHOOKS } from "#components/webhooks/paths.ts";
import type { WebhookCheck } from "#lib/protocol/wire/webhook.ts";
import { bodyOf, type Draft, draftFault } from "./draft.ts";

const QUIET_MS = 400;
const TIMEOUT_MS = 5_000;

/** Asks the service to check the draft 400 ms after the last change. `undefined` before the answer and when the request fails. */
export function useCheck(draft: Draft): WebhookCheck | undefined {
  const [checked, setChecked] = useState<{ asked: string; answer: WebhookCheck }>();
  const { url, events, filter } = bodyOf(draft);
  const fault = draftFault(draft);
  const isReady = fault === undefined || fault === "perSecond";
  const asked = isReady ? JSON.stringify({ url, events, filter }) : "";
  useEffect(() => {
    if (asked === "") return;
    const leave = new AbortController();
    const timer = setTimeout(() => {
      const init = {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: asked,
        signal: leave.signal,
      };
      void sendJson<WebhookCheck>(`${WEBHOOKS}/check`, init, TIMEOUT_MS).then((answer) => {
        if (answer.ok) setChecked({ asked, answer: answer.body });
      });
    }, QUIET_MS);
    return () => {
      clearTimeout(timer);
      leave.abort();
    };
  }, [asked]);
  return checked?.asked === asked ? checked.answer : undefined;
}
