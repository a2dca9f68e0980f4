"use client";

import { useEffect, useState } from "react";
import { useAction } from "#components/data/use-action.ts";
import { write } from "#components/data/write.ts";
import { ActionFailure } from "#components/frame/settings/settings-page.tsx";
import { useLocale, useText } from "#components/i18n/i18n-provider.tsx";
import {
  ownEndpointHash,
  type Permission,
  permission,
  SUBSCRIPTIONS_URL,
  turnOn,
  unsubscribe,
} from "#components/pushes/push-client.ts";
import { Button } from "#components/ui/button.tsx";
import { Section } from "#components/ui/section.tsx";
import type { PushSubscriptionRecord } from "#lib/protocol/wire/pushes.ts";
import { TestButton } from "./test-button.tsx";

type ThisBrowserProps = {
  publicKey: string;
  browsers: readonly PushSubscriptionRecord[];
  onChange: () => void;
};

/**
 * The state of this browser, and the button that turns notifications on. The page asks for
 * permission only when the button is pressed.
 */
export function ThisBrowser({ publicKey, browsers, onChange }: ThisBrowserProps) {
  const text = useText("pushes");
  const locale = useLocale();
  const { state, own, refresh } = useOwnState(browsers);
  const [isRefused, setRefused] = useState(false);
  const on = useAction<void>(async () => {
    setRefused(false);
    const answer = await turnOn(publicKey, locale).catch(() => {
      setRefused(true);
      return undefined;
    });
    await refresh();
    if (answer?.ok) onChange();
    return answer ?? { ok: true, status: 204, body: undefined };
  });
  const off = useAction(async (id: string) => {
    await unsubscribe();
    const answer = await write("DELETE", `${SUBSCRIPTIONS_URL}/${encodeURIComponent(id)}`);
    await refresh();
    onChange();
    return answer;
  });
  const canTurnOn = state === "default" || state === "granted";
  return (
    <Section title={text("thisBrowser")}>
      <div className="flex flex-wrap items-center justify-between gap-3" data-push-state={state}>
        <output className="min-w-0 flex-1 basis-60 text-ink-muted">{text(`state_${state}`)}</output>
        <div className="flex flex-wrap gap-2">
          {own === undefined ? null : (
            <>
              <TestButton id={own.id} onSent={onChange} />
              <Button size="md" aria-disabled={off.pending} onClick={() => void off.run(own.id)}>
                {text("turnOff")}
              </Button>
            </>
          )}
          {canTurnOn ? (
            <Button
              size="md"
              tone="primary"
              aria-disabled={on.pending}
              onClick={() => void on.run()}
            >
              {text(on.pending ? "turningOn" : "turnOn")}
            </Button>
          ) : null}
        </div>
      </div>
      <ActionFailure error={isRefused ? text("notTurnedOn") : (on.error ?? off.error)} />
    </Section>
  );
}

type Found = { allowed: Permission | "unknown"; hash: string | undefined };

async function find(): Promise<Found> {
  const allowed = permission();
  return { allowed, hash: allowed === "granted" ? await ownEndpointHash() : undefined };
}

/**
 * `own` is the record of this browser. It is `on` only while both the service and the browser know
 * it.
 */
function useOwnState(browsers: readonly PushSubscriptionRecord[]) {
  const [{ allowed, hash }, setFound] = useState<Found>({ allowed: "unknown", hash: undefined });
  const refresh = async () => setFound(await find());
  useEffect(() => {
    void find().then(setFound);
  }, []);
  const own = browsers.find(({ endpoint_hash: of }) => of === hash);
  const state = allowed === "granted" && own !== undefined ? ("on" as const) : allowed;
  return { state, own: state === "on" ? own : undefined, refresh };
}
