"use client";

import { useResource } from "#components/data/use-resource.ts";
import { ReadState, SettingsPage } from "#components/frame/settings/settings-page.tsx";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { SUBSCRIPTIONS_URL } from "#components/pushes/push-client.ts";
import type { PushKind } from "#lib/protocol/market-knowledge.ts";
import type { PushSettings, PushSubscriptionList } from "#lib/protocol/wire/pushes.ts";
import { Browsers } from "./browsers.tsx";
import { ChoicesForm } from "./choices-form.tsx";
import { ThisBrowser } from "./this-browser.tsx";

const PREFERENCES = "/api/v1/notifications/preferences";

type NotificationsPageProps = {
  /** Names of the kinds in the page's language. */
  kinds: Readonly<Record<PushKind, string>>;
};

/** Notification settings: which kinds the user gets, and in which browsers. */
export function NotificationsPage({ kinds }: NotificationsPageProps) {
  const text = useText("pushes");
  const settings = useResource<PushSettings>(PREFERENCES);
  const browsers = useResource<PushSubscriptionList>(SUBSCRIPTIONS_URL);
  return (
    <SettingsPage title={text("title")} intro={text("intro")}>
      <ReadState resource={settings} label={text("loading")}>
        {(known) => (
          <div className="flex flex-col gap-4">
            <ThisBrowser
              publicKey={known.public_key}
              browsers={browsers.data?.results ?? []}
              onChange={() => {
                void browsers.reload();
                settings.poll();
              }}
            />
            <ReadState resource={browsers} label={text("loadingBrowsers")}>
              {(list) => <Browsers list={list} onChange={() => void browsers.reload()} />}
            </ReadState>
            <ChoicesForm
              settings={known}
              kinds={kinds}
              address={PREFERENCES}
              onSaved={(next) => settings.change(() => next)}
            />
          </div>
        )}
      </ReadState>
    </SettingsPage>
  );
}
