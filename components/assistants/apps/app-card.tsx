"use client";

import type { ReactNode } from "react";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { MachineReads } from "#components/machines/controls/machine-reads.tsx";
import { ProposalLimits } from "#components/machines/controls/proposal-limits.tsx";
import { LastUsed, useUseTime } from "#components/machines/parts/last-use.tsx";
import { Usage } from "#components/machines/parts/usage.tsx";
import { Ago } from "#components/ui/ago.tsx";
import { Button } from "#components/ui/button.tsx";
import { cn } from "#components/ui/class-names.ts";
import { byRisk, type Scope } from "#lib/protocol/scopes.ts";
import type { Grant } from "#lib/protocol/wire/assistant.ts";
import { AllowMore } from "./allow-more.tsx";
import type { ConnectedApp } from "./connected-app.ts";
import { GRANTS } from "./grant.ts";

type AppCardProps = {
  app: ConnectedApp;
  /** Called to disconnect one connection, or all of them. */
  onDisconnect: (grant?: Grant) => void;
};

const CHIP =
  "inline-flex items-center rounded border px-1.5 py-0.5 text-2xs font-medium whitespace-nowrap";

/** A connected app with all its connections: its permissions, its usage, and a button that disconnects it. */
export function AppCard({ app, onDisconnect }: AppCardProps) {
  const text = useText("connectedApps");
  const { clientId, isLive, count, connections, past, scopes } = app;
  const [only] = connections;
  const isOne = count === 1 && only !== undefined;
  return (
    <li
      tabIndex={-1}
      data-key={clientId}
      className={cn(
        "flex flex-col gap-3 rounded-md border p-4",
        isLive ? "bg-surface" : "bg-raised text-ink-muted",
      )}
    >
      <CardHead app={app} onDisconnect={onDisconnect} />
      <Scopes label={text(isLive ? (isOne ? "may" : "mayTogether") : "might")} scopes={scopes} />
      {isLive && scopes.includes("trade:execute") ? (
        <ProposalLimits kind="oauth_app" id={clientId} />
      ) : null}
      {isOne ? (
        <Facts grant={only} />
      ) : (
        <>
          <dl className="grid grid-cols-[auto_1fr] gap-x-3 text-xs">
            <Fact label={text("lastUsed")}>
              <LastUsed use={app.lastUsed} />
            </Fact>
          </dl>
          <Connections
            summary={text(isLive ? "connections" : "endedConnections", { count })}
            app={app}
            of={connections}
            onDisconnect={onDisconnect}
          />
        </>
      )}
      {past.length === 0 ? null : (
        <Connections
          summary={text("endedConnections", { count: past.length })}
          app={app}
          of={past}
          onDisconnect={onDisconnect}
        />
      )}
    </li>
  );
}

function CardHead({ app, onDisconnect }: AppCardProps) {
  const text = useText("connectedApps");
  const { clientId, name, host, redirectHosts, isLive, isNamedAlike } = app;
  const consent = useText("consent");
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
      <div className="flex min-w-0 flex-1 basis-60 flex-col gap-1">
        <h3 className="flex flex-wrap items-center gap-2 text-sm font-semibold">
          <bdi className="min-w-0 [overflow-wrap:anywhere]">{name}</bdi>
          <Chips app={app} />
        </h3>
        <p className="text-xs [overflow-wrap:anywhere] text-ink-muted">
          {[
            ...(host === null ? [] : [consent("of", { host: isolated(host) })]),
            ...redirectHosts.map((one) => text("sentBackTo", { host: isolated(backTo(one)) })),
          ].join(" · ")}
        </p>
        {isNamedAlike ? (
          <p className="text-xs [overflow-wrap:anywhere] text-ink-muted">
            {text("namedAlike", { id: isolated(clientId) })}
          </p>
        ) : null}
      </div>
      {isLive ? (
        <Button
          className="!text-bad pointer-coarse:min-h-11"
          aria-label={text("revokeOf", { name })}
          onClick={() => onDisconnect()}
        >
          {text("revoke")}
        </Button>
      ) : null}
    </div>
  );
}

function Chips({ app }: { app: ConnectedApp }) {
  const text = useText("connectedApps");
  const consent = useText("consent");
  const { badge, isLive, count, connections } = app;
  const [newest] = connections;
  const isProven = badge !== "unverified";
  return (
    <>
      <span
        className={cn(
          CHIP,
          isProven ? "border-line-strong text-good" : "border-warn-line bg-warn-soft text-warn",
        )}
      >
        {consent(`badge_${badge}`)}
      </span>
      {isLive || newest === undefined ? null : (
        <span className={cn(CHIP, "border-line-strong")}>{text(`state_${newest.state}`)}</span>
      )}
      {count > 1 && isLive ? (
        <span className={cn(CHIP, "border-line-strong")}>{text("connections", { count })}</span>
      ) : null}
    </>
  );
}

type ConnectionsProps = {
  summary: ReactNode;
  app: ConnectedApp;
  of: readonly Grant[];
  onDisconnect: (grant: Grant) => void;
};

/** A collapsed list of the single connections. */
function Connections({ summary, app, of, onDisconnect }: ConnectionsProps) {
  const text = useText("connectedApps");
  const time = useUseTime();
  const { count, connections, redirectHosts } = app;
  const isCut = of === connections && count > of.length;
  return (
    <details className="group/fold min-w-0">
      <summary className="flex w-fit cursor-pointer list-none items-baseline gap-2 rounded py-1 text-xs text-accent hover:bg-hover pointer-coarse:min-h-11 pointer-coarse:items-center">
        <span
          aria-hidden
          className="inline-block transition-none group-open/fold:rotate-90 rtl:-scale-x-100"
        >
          ›
        </span>
        <span className="underline underline-offset-2">{summary}</span>
      </summary>
      <ul className="mt-2 flex flex-col divide-y rounded border text-ink">
        {of.map((grant) => (
          <Connection
            key={grant.id}
            grant={grant}
            time={time(grant.createdAt)}
            backTo={redirectHosts.length > 1 ? isolated(backTo(grant.redirectHost)) : undefined}
            onDisconnect={() => onDisconnect(grant)}
          />
        ))}
      </ul>
      {isCut ? (
        <p className="mt-2 text-xs text-ink-muted">
          {text("connectionsShown", { shown: of.length, all: count })}
        </p>
      ) : null}
    </details>
  );
}

function backTo(redirectHost: string): string {
  return redirectHost.endsWith(":") ? `${redirectHost}//` : redirectHost;
}

/** Isolates an address, which is left-to-right, in a sentence. */
function isolated(address: string): string {
  return `\u2066${address}\u2069`;
}

type ConnectionProps = {
  grant: Grant;
  /** When it was approved, in the user's time zone. */
  time: string;
  /** Host of its redirect address, when the app's connections differ in it. */
  backTo: string | undefined;
  onDisconnect: () => void;
};

/** One of several connections of an app. */
function Connection({ grant, time, backTo, onDisconnect }: ConnectionProps) {
  const text = useText("connectedApps");
  const { state, scopes } = grant;
  const isLive = state === "active";
  return (
    <li className="flex flex-col gap-2 p-3">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-48">
          <h4 className="text-xs font-semibold">
            {text("connectionAt", { time })}
            {isLive ? null : (
              <span className="ms-2 font-medium text-ink-muted">{text(`state_${state}`)}</span>
            )}
          </h4>
          {backTo === undefined ? null : (
            <p className="text-xs [overflow-wrap:anywhere] text-ink-muted">
              {text("sentBackTo", { host: backTo })}
            </p>
          )}
        </div>
        {isLive ? (
          <Button
            className="!text-bad pointer-coarse:min-h-11"
            aria-label={text("revokeOneOf", { time })}
            onClick={onDisconnect}
          >
            {text("revoke")}
          </Button>
        ) : null}
      </div>
      <Scopes label={text(isLive ? "may" : "might")} scopes={scopes} />
      <Facts grant={grant} />
    </li>
  );
}

/** Begin, end and usage of a connection. */
function Facts({ grant }: { grant: Grant }) {
  const text = useText("connectedApps");
  const { id, state, createdAt, expiresAt, revokedAt, endReason, firstUsedAt } = grant;
  return (
    <div className="grid gap-x-6 gap-y-2 sm:grid-cols-2">
      <dl className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-1 self-start text-xs">
        <Fact label={text("connected")}>
          <Ago at={createdAt} exact />
        </Fact>
        <Fact label={text(state === "active" ? "until" : "endedAt")}>
          <Ago at={revokedAt ?? expiresAt} exact />
        </Fact>
        {endReason === null ? null : (
          <Fact label={text("endReason")}>{text(`end_${endReason}`)}</Fact>
        )}
        {firstUsedAt === null ? null : (
          <Fact label={text("firstUsed")}>
            <Ago at={firstUsedAt} exact />
          </Fact>
        )}
        <Fact label={text("lastUsed")}>
          <LastUsed use={grant} />
        </Fact>
      </dl>
      <Usage url={`${GRANTS}/${id}/usage`} />
      <MachineReads url={`${GRANTS}/${id}/reads`} />
      {state === "active" ? <AllowMore grant={grant} /> : null}
    </div>
  );
}

function Scopes({ label, scopes }: { label: string; scopes: readonly Scope[] }) {
  const consent = useText("consent");
  return (
    <div className="text-xs">
      <p className="text-ink-muted">{label}</p>
      <ul className="list-disc ps-5">
        {byRisk(scopes).map((scope) => (
          <li key={scope}>{consent(`scope_${scope}`)}</li>
        ))}
      </ul>
    </div>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-ink-muted">{label}</dt>
      <dd className="min-w-0">{children}</dd>
    </>
  );
}
