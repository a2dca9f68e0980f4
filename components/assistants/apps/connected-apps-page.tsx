"use client";

import Link from "next/link";
import { lazy, useRef, useState } from "react";
import { useFrame } from "#components/data/frame-context.ts";
import { readJson } from "#components/data/http.ts";
import { useAction } from "#components/data/use-action.ts";
import { type Resource, useResource } from "#components/data/use-resource.ts";
import {
  ActionFailure,
  ReadState,
  SettingsPage,
} from "#components/frame/settings/settings-page.tsx";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { PauseSwitch } from "#components/machines/controls/pause-switch.tsx";
import { DefaultLimits } from "#components/machines/controls/proposal-limits.tsx";
import { isLive } from "#components/machines/keys/key-kind.ts";
import { MCP_KEYS } from "#components/machines/mcp-keys/mcp-key.ts";
import { useRestoredFocus } from "#components/machines/parts/use-restored-focus.ts";
import { Button, buttonStyle } from "#components/ui/button.tsx";
import { LazyBoundary } from "#components/ui/lazy-boundary.tsx";
import type { Grant, GrantPage } from "#lib/protocol/wire/assistant.ts";
import type { McpKey } from "#lib/protocol/wire/machine-keys.ts";
import { AppCard } from "./app-card.tsx";
import { type ConnectedApp, connectedApps, mergePages } from "./connected-app.ts";
import { FIRST_GRANTS } from "./grant.ts";

const Disconnect = lazy(() => import("./disconnect.tsx"));

type AppQuestion = { app: ConnectedApp; grant: Grant | undefined };

/** The connected apps, the recently disconnected ones, and the number of MCP keys. */
export function ConnectedAppsPage() {
  const text = useText("connectedApps");
  const frame = useText("settingsFrame");
  const { person } = useFrame();
  const grants = useResource<GrantPage>(person === undefined ? undefined : FIRST_GRANTS);
  const [question, setQuestion] = useState<AppQuestion>();
  const connect = useRef<HTMLAnchorElement>(null);
  const keepFocus = useRestoredFocus(grants.data, connect);
  const ask = (next: AppQuestion) => {
    keepFocus(next.app.clientId);
    setQuestion(next);
  };
  return (
    <SettingsPage
      title={frame("connectedApps")}
      intro={text("intro")}
      actions={
        <Link
          ref={connect}
          href="/connect"
          className={buttonStyle({
            tone: "primary",
            size: "md",
          })}
        >
          {text("connect")}
        </Link>
      }
    >
      <div className="flex flex-col gap-5">
        {person === undefined ? null : (
          <>
            <PauseSwitch />
            <DefaultLimits />
          </>
        )}
        <ReadState resource={grants} label={text("loading")}>
          {(page) => (
            <>
              <AppLists apps={connectedApps(page)} onAsk={ask} />
              {page.next === null ? null : <ShowMore grants={grants} next={page.next} />}
            </>
          )}
        </ReadState>
        <KeysNote />
      </div>
      {question === undefined ? null : (
        <LazyBoundary onFailure={() => setQuestion(undefined)}>
          <Disconnect
            {...question}
            onClose={() => setQuestion(undefined)}
            onDone={() => {
              setQuestion(undefined);
              void grants.reload();
            }}
          />
        </LazyBoundary>
      )}
    </SettingsPage>
  );
}

function ShowMore({ grants, next }: { grants: Resource<GrantPage>; next: string }) {
  const text = useText("connectedApps");
  const { run, pending, error } = useAction(async () => {
    const answer = await readJson<GrantPage>(`${FIRST_GRANTS}&cursor=${encodeURIComponent(next)}`);
    if (answer.ok) grants.change((before) => mergePages(before, answer.body));
    return answer;
  });
  return (
    <div className="flex flex-col gap-2">
      <Button size="md" className="w-fit" aria-disabled={pending} onClick={() => void run()}>
        {text(pending ? "loadingMore" : "showMore")}
      </Button>
      <ActionFailure error={error} />
    </div>
  );
}

type AppListsProps = { apps: readonly ConnectedApp[]; onAsk: (question: AppQuestion) => void };

function AppLists({ apps, onAsk }: AppListsProps) {
  const text = useText("connectedApps");
  const cards = (some: readonly ConnectedApp[]) =>
    some.map((app) => (
      <AppCard key={app.clientId} app={app} onDisconnect={(grant) => onAsk({ app, grant })} />
    ));
  const live = apps.filter(({ isLive }) => isLive);
  const ended = apps.filter(({ isLive }) => !isLive);
  return (
    <>
      {live.length === 0 ? (
        <NoApps />
      ) : (
        <section aria-label={text("live")} className="flex flex-col gap-2">
          <h2 className="text-xs font-semibold text-ink-muted">{text("live")}</h2>
          <ul aria-label={text("live")} className="flex flex-col gap-3">
            {cards(live)}
          </ul>
        </section>
      )}
      {ended.length === 0 ? null : (
        <section aria-label={text("ended")} className="flex flex-col gap-2">
          <h2 className="text-xs font-semibold text-ink-muted">{text("ended")}</h2>
          <p className="text-xs text-ink-muted">{text("endedHint")}</p>
          <ul aria-label={text("ended")} className="flex flex-col gap-3">
            {cards(ended)}
          </ul>
        </section>
      )}
    </>
  );
}

function NoApps() {
  const text = useText("connectedApps");
  return (
    <section
      aria-label={text("emptyTitle")}
      className="flex flex-col items-start gap-2 rounded-md border bg-surface p-5"
    >
      <h2 className="text-base font-semibold">{text("emptyTitle")}</h2>
      <p className="max-w-2xl text-ink-muted">{text("emptyText")}</p>
      <p className="max-w-2xl">{text("emptySafe")}</p>
      <Link href="/connect" className={buttonStyle({ size: "md", className: "mt-1" })}>
        {text("connect")}
      </Link>
    </section>
  );
}

/** A note that MCP keys act for the account too, with a link to them. */
function KeysNote() {
  const text = useText("connectedApps");
  const { data } = useResource<{ keys: McpKey[] }>(MCP_KEYS);
  const live = data?.keys.filter(isLive);
  const orders = live?.filter(({ canStageOrders }) => canStageOrders).length ?? 0;
  return (
    <section aria-label={text("keysTitle")} className="flex flex-col items-start gap-1">
      <h2 className="text-sm font-semibold">{text("keysTitle")}</h2>
      <p className="text-ink-muted">
        {live === undefined
          ? null
          : live.length === 0
            ? text("keysNone")
            : text("keysText", { count: live.length, orders })}
      </p>
      <Link
        href="/settings/mcp-keys"
        className="inline-flex items-center text-accent underline underline-offset-2 pointer-coarse:min-h-11"
      >
        {text("keysLink")}
      </Link>
    </section>
  );
}
