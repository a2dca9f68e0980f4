"use client";

import type { ReactNode } from "react";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { LastUsed } from "#components/machines/parts/last-use.tsx";
import { Usage } from "#components/machines/parts/usage.tsx";
import { Ago } from "#components/ui/ago.tsx";
import { Button } from "#components/ui/button.tsx";
import type { Scope } from "#lib/protocol/scopes.ts";
import { GRANTS, type Grant } from "./grant.ts";

type ConnectionProps = {
  grant: Grant;
  /** When it was approved, in words of the reader's zone. */
  time: string;
  /** Where it leads back to, when the app's connections differ in that. */
  backTo: string | undefined;
  onDisconnect: () => void;
};

/** One connection among several of an app. */
export function Connection({ grant, time, backTo, onDisconnect }: ConnectionProps) {
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

/** When a connection began and ends, and how it was used. */
export function Facts({ grant }: { grant: Grant }) {
  const text = useText("connectedApps");
  const { id, state, createdAt, expiresAt, revokedAt, firstUsedAt } = grant;
  return (
    <div className="grid gap-x-6 gap-y-2 sm:grid-cols-2">
      <dl className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-1 self-start text-xs">
        <Fact label={text("connected")}>
          <Ago at={createdAt} exact />
        </Fact>
        <Fact label={text(state === "active" ? "until" : "endedAt")}>
          <Ago at={revokedAt ?? expiresAt} exact />
        </Fact>
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
    </div>
  );
}

export function Scopes({ label, scopes }: { label: string; scopes: readonly Scope[] }) {
  const consent = useText("consent");
  return (
    <div className="text-xs">
      <p className="text-ink-muted">{label}</p>
      <ul className="list-disc ps-5">
        {scopes.map((scope) => (
          <li key={scope}>{consent(`scope_${scope}`)}</li>
        ))}
      </ul>
    </div>
  );
}

export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-ink-muted">{label}</dt>
      <dd className="min-w-0">{children}</dd>
    </>
  );
}
