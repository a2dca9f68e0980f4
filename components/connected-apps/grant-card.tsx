"use client";

import type { ReactNode } from "react";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { LastUsed } from "#components/keys/last-use.tsx";
import { Usage } from "#components/keys/usage.tsx";
import { Ago } from "#components/settings-frame/ago.tsx";
import { Button } from "#components/ui/button.tsx";
import { cn } from "#components/ui/class-names.ts";
import { GRANTS, type Grant } from "./grant.ts";

type GrantCardProps = {
  grant: Grant;
  /** None for one that has ended. */
  onDisconnect?: (() => void) | undefined;
};

const CHIP =
  "inline-flex items-center rounded border px-1.5 py-0.5 text-2xs font-medium whitespace-nowrap";

/** One connected app: who it is, what it may do, how it used that, and its end. */
export function GrantCard({ grant, onDisconnect }: GrantCardProps) {
  const text = useText("connectedApps");
  const consent = useText("consent");
  const { id, state, scopes } = grant;
  const isLive = state === "active";
  return (
    <li
      tabIndex={-1}
      data-key={id}
      className={cn(
        "flex flex-col gap-3 rounded-md border p-4",
        isLive ? "bg-surface" : "bg-raised text-ink-muted",
      )}
    >
      <CardHead grant={grant} onDisconnect={onDisconnect} />
      <div className="text-xs">
        <p className="text-ink-muted">{text("may")}</p>
        <ul className="list-disc ps-5">
          {scopes.map((scope) => (
            <li key={scope}>{consent(`scope_${scope}`)}</li>
          ))}
        </ul>
      </div>
      <div className="grid gap-x-6 gap-y-2 sm:grid-cols-2">
        <dl className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-1 self-start text-xs">
          <Fact label={text("connected")}>
            <Ago at={grant.createdAt} exact />
          </Fact>
          <Fact label={text(isLive ? "until" : "endedAt")}>
            <Ago at={grant.revokedAt ?? grant.expiresAt} exact />
          </Fact>
          {grant.firstUsedAt === null ? null : (
            <Fact label={text("firstUsed")}>
              <Ago at={grant.firstUsedAt} exact />
            </Fact>
          )}
          <Fact label={text("lastUsed")}>
            <LastUsed use={grant} />
          </Fact>
        </dl>
        <Usage url={`${GRANTS}/${id}/usage`} />
      </div>
    </li>
  );
}

function CardHead({ grant, onDisconnect }: GrantCardProps) {
  const text = useText("connectedApps");
  const consent = useText("consent");
  const { name, host, redirectHost, badge, state } = grant;
  const isLive = state === "active";
  const backTo = redirectHost.endsWith(":") ? `${redirectHost}//` : redirectHost;
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
      <div className="flex min-w-0 flex-1 basis-60 flex-col gap-1">
        <h3 className="flex flex-wrap items-center gap-2 text-sm font-semibold">
          <bdi className="min-w-0 [overflow-wrap:anywhere]">{name}</bdi>
          <span
            className={cn(
              CHIP,
              badge === "unverified"
                ? "border-warn-line bg-warn-soft text-warn"
                : "border-line-strong text-good",
            )}
          >
            {consent(`badge_${badge}`)}
          </span>
          {isLive ? null : (
            <span className={cn(CHIP, "border-line-strong")}>{text(`state_${state}`)}</span>
          )}
        </h3>
        <p className="text-xs [overflow-wrap:anywhere] text-ink-muted">
          {host === null ? null : `${consent("of", { host: isolated(host) })} · `}
          {text("sentBackTo", { host: isolated(backTo) })}
        </p>
      </div>
      {onDisconnect === undefined ? null : (
        <Button
          className="!text-bad pointer-coarse:min-h-11"
          aria-label={text("revokeOf", { name })}
          onClick={onDisconnect}
        >
          {text("revoke")}
        </Button>
      )}
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

/** An address within a sentence of any direction. */
function isolated(address: string): string {
  return `\u2066${address}\u2069`;
}
