"use client";

import { useSearchParams } from "next/navigation";
import { type ComponentType, lazy, Suspense, useState } from "react";
import { useReadAgain } from "#components/data/use-read-again.ts";
import { useResource } from "#components/data/use-resource.ts";
import { ReadState, SettingsPage } from "#components/frame/settings/settings-page.tsx";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { Chip } from "#components/ui/chip.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { Fact } from "#components/ui/fact.tsx";
import { LazyBoundary } from "#components/ui/lazy-boundary.tsx";
import { Loading } from "#components/ui/panel.tsx";
import * as Tabs from "#components/ui/tabs.tsx";
import { DeliveriesTab } from "#components/webhooks/deliveries/deliveries-tab.tsx";
import {
  BackLink,
  NotFound,
  StatusChips,
  SuccessRate,
  Url,
  Waiting,
} from "#components/webhooks/parts.tsx";
import { LIST_PAGE, TABS, type WebhookTab, webhookApi } from "#components/webhooks/paths.ts";
import { PauseNotice } from "#components/webhooks/pause/pause-notice.tsx";
import type { TabProps } from "#components/webhooks/tab-props.ts";
import type { Webhook } from "#lib/protocol/wire/webhook.ts";
import { SimulatedReceiver } from "./simulated-receiver.tsx";
import { SkippedEvents } from "./skipped-events.tsx";

/** The first tab loads with the page, the others when they are opened. */
const PANELS: Readonly<Record<WebhookTab, ComponentType<TabProps>>> = {
  deliveries: DeliveriesTab,
  schedule: lazy(() => import("#components/webhooks/schedule/schedule-tab.tsx")),
  secrets: lazy(() => import("#components/webhooks/secrets/secrets-tab.tsx")),
  test: lazy(() => import("#components/webhooks/test/test-tab.tsx")),
  debug: lazy(() => import("#components/webhooks/debug/debug-tab.tsx")),
  settings: lazy(() => import("./settings-tab.tsx")),
};

const SecretOnce = lazy(async () => {
  const { SecretOnce: shown } = await import("#components/machines/parts/secret-once.tsx");
  return { default: shown };
});

const EVERY_MS = 5_000;

/** One webhook: its state, and tabs that are part of the address. */
export function WebhookPage({ id }: { id: string }) {
  const text = useText("webhooks");
  const read = useResource<Webhook>(webhookApi(id));
  const isGone = read.errorCode === "WEBHOOK_NOT_FOUND";
  const [isDeleting, setDeleting] = useState(false);
  useReadAgain(read.poll, isGone || isDeleting ? undefined : EVERY_MS);
  const [secret, setSecret] = useState<string>();
  return (
    <>
      <SettingsPage title={text("webhook")} isWide>
        <div className="flex flex-col gap-4">
          <BackLink href={LIST_PAGE}>{text("title")}</BackLink>
          {isGone ? (
            <NotFound />
          ) : (
            <ReadState resource={read} label={text("loading")}>
              {(webhook) => (
                <>
                  <Summary webhook={webhook} onChange={read.reload} />
                  <WebhookTabs
                    webhook={webhook}
                    onChange={read.reload}
                    onSecret={setSecret}
                    onDeleting={setDeleting}
                  />
                </>
              )}
            </ReadState>
          )}
        </div>
      </SettingsPage>
      {secret === undefined ? null : (
        // Outside of the page, because the end of a session must not close a shown secret.
        <LazyBoundary onFailure={() => setSecret(undefined)}>
          <SecretOnce
            title={text("secretAdded")}
            keeps={`${text("secretKeeps")} ${text("secretStandardMade")}`}
            secrets={[{ label: text("secret"), value: secret }]}
            onClose={() => setSecret(undefined)}
          />
        </LazyBoundary>
      )}
    </>
  );
}

function Summary({ webhook, onChange }: Pick<TabProps, "webhook" | "onChange">) {
  const text = useText("webhooks");
  const { url, name, events, filter, target, headers } = webhook;
  return (
    <div className="flex flex-col gap-3 rounded-md border bg-surface p-4">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        {name === null ? null : (
          <h2 dir="auto" className="w-full text-base font-semibold [overflow-wrap:anywhere]">
            {name}
          </h2>
        )}
        <span
          className={`flex min-w-0 items-center gap-1 ${name === null ? "text-base font-semibold" : "text-sm"}`}
        >
          <Url url={url} />
          <CopyButton value={url} what={text("url")} />
        </span>
        <StatusChips webhook={webhook} />
      </div>
      <PauseNotice webhook={webhook} onChange={onChange} />
      <SkippedEvents webhook={webhook} onChange={onChange} />
      <dl className="grid gap-x-6 gap-y-2 text-sm sm:grid-cols-3">
        <Fact label={text("successRate")}>
          <SuccessRate webhook={webhook} />
        </Fact>
        <Fact label={text("waiting")}>
          {webhook.waiting === 0 ? text("nothing") : <Waiting webhook={webhook} />}
        </Fact>
        <Fact label={text("events")}>
          <span className="flex flex-wrap gap-1">
            {events.map((type) => (
              <Chip key={type}>
                <bdi dir="ltr" translate="no">
                  {type}
                </bdi>
              </Chip>
            ))}
            {[
              ...(filter.markets ?? []),
              ...(filter.assets ?? []),
              ...(filter.accounts ?? []).map(shortened),
            ].map((name) => (
              <Chip key={name} tone="accent">
                <bdi dir="ltr" translate="no">
                  {name}
                </bdi>
              </Chip>
            ))}
            {filter.min_conviction === undefined ? null : (
              <Chip tone="accent">
                {text("convictionFrom", { share: String(filter.min_conviction) })}
              </Chip>
            )}
          </span>
        </Fact>
        <OwnHeaders headers={headers} />
      </dl>
      {target === "simulated" ? <SimulatedReceiver url={url} /> : null}
    </div>
  );
}

/** The names of the owner's headers; their values are never shown. */
function OwnHeaders({ headers }: Pick<Webhook, "headers">) {
  const text = useText("webhooks");
  if (headers.length === 0) return null;
  return (
    <Fact label={text("headers")}>
      <ul dir="ltr" className="flex flex-col font-mono text-xs">
        {headers.map(({ name }) => (
          <li key={name} translate="no" className="[overflow-wrap:anywhere]">
            {name}: ••••••••
          </li>
        ))}
      </ul>
    </Fact>
  );
}

/** A wallet's address by its ends. */
function shortened(address: string): string {
  return `${address.slice(0, 4)}…${address.slice(-4)}`;
}

function WebhookTabs(props: TabProps) {
  const text = useText("webhooks");
  const requested = useSearchParams().get("tab");
  const tab = TABS.find((name) => name === requested) ?? "deliveries";
  const choose = (next: string) => window.history.replaceState(null, "", `?tab=${next}`);
  return (
    <Tabs.Root value={tab} onValueChange={choose} className="flex flex-col gap-4">
      <Tabs.List aria-label={text("tabs")} className="flex flex-wrap gap-1 border-b">
        {TABS.map((name) => (
          <Tabs.Trigger
            key={name}
            value={name}
            className="shrink-0 border-b-2 border-transparent px-3 py-2 text-sm text-ink-muted hover:text-ink data-[state=active]:border-accent data-[state=active]:text-ink pointer-coarse:min-h-11"
          >
            {text(`tab_${name}`)}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      {TABS.map((name) => {
        const TabPanel = PANELS[name];
        return (
          <Tabs.Content key={name} value={name} className="outline-offset-4">
            <Suspense fallback={<Loading label={text("loading")} rows={6} />}>
              <TabPanel {...props} />
            </Suspense>
          </Tabs.Content>
        );
      })}
    </Tabs.Root>
  );
}
