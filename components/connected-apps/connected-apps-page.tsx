"use client";

import type { Route } from "next";
import Link from "next/link";
import { lazy, useRef, useState } from "react";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { useKeptFocus } from "#components/keys/use-kept-focus.ts";
import { useFrame } from "#components/settings-frame/frame-context.ts";
import { ReadState, SettingsPage } from "#components/settings-frame/settings-page.tsx";
import { useResource } from "#components/settings-frame/use-resource.ts";
import { buttonStyle } from "#components/ui/button.tsx";
import { LazyBoundary } from "#components/ui/lazy-boundary.tsx";
import { GRANTS, type Grant } from "./grant.ts";
import { GrantCard } from "./grant-card.tsx";
import { KeysNote } from "./keys-note.tsx";

const Disconnect = lazy(() => import("./disconnect.tsx"));

/** The apps that act for the account, those that did until lately, and the keys that do so too. */
export function ConnectedAppsPage() {
  const text = useText("connectedApps");
  const frame = useText("settingsFrame");
  const { person } = useFrame();
  const grants = useResource<{ grants: Grant[] }>(person === undefined ? undefined : GRANTS);
  const [asked, setAsked] = useState<Grant>();
  const connect = useRef<HTMLAnchorElement>(null);
  const keepFocus = useKeptFocus(grants.data, connect);
  const ask = (grant: Grant) => {
    keepFocus(grant.id);
    setAsked(grant);
  };
  return (
    <SettingsPage
      title={frame("connectedApps")}
      intro={text("intro")}
      actions={
        <Link
          ref={connect}
          href={"/connect" as Route}
          className={buttonStyle({
            tone: "primary",
            size: "md",
            className: "pointer-coarse:min-h-11",
          })}
        >
          {text("connect")}
        </Link>
      }
    >
      <div className="flex flex-col gap-5">
        <ReadState resource={grants} label={text("loading")}>
          {({ grants: all }) => <GrantLists all={all} onAsk={ask} />}
        </ReadState>
        <KeysNote />
      </div>
      {asked === undefined ? null : (
        <LazyBoundary onFailure={() => setAsked(undefined)}>
          <Disconnect
            grant={asked}
            onClose={() => setAsked(undefined)}
            onDone={() => {
              setAsked(undefined);
              void grants.reload();
            }}
          />
        </LazyBoundary>
      )}
    </SettingsPage>
  );
}

type GrantListsProps = { all: readonly Grant[]; onAsk: (grant: Grant) => void };

function GrantLists({ all, onAsk }: GrantListsProps) {
  const text = useText("connectedApps");
  const live = all.filter(({ state }) => state === "active");
  const ended = all.filter(({ state }) => state !== "active");
  return (
    <>
      {live.length === 0 ? (
        <NoApps />
      ) : (
        <section aria-label={text("live")} className="flex flex-col gap-2">
          <h2 className="text-xs font-semibold text-ink-muted">{text("live")}</h2>
          <ul aria-label={text("live")} className="flex flex-col gap-3">
            {live.map((grant) => (
              <GrantCard key={grant.id} grant={grant} onDisconnect={() => onAsk(grant)} />
            ))}
          </ul>
        </section>
      )}
      {ended.length === 0 ? null : (
        <section aria-label={text("ended")} className="flex flex-col gap-2">
          <h2 className="text-xs font-semibold text-ink-muted">{text("ended")}</h2>
          <p className="text-xs text-ink-muted">{text("endedHint")}</p>
          <ul aria-label={text("ended")} className="flex flex-col gap-3">
            {ended.map((grant) => (
              <GrantCard key={grant.id} grant={grant} />
            ))}
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
      <Link
        href={"/connect" as Route}
        className={buttonStyle({ size: "md", className: "mt-1 pointer-coarse:min-h-11" })}
      >
        {text("connect")}
      </Link>
    </section>
  );
}
