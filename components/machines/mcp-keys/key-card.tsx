"use client";

import type { ReactNode } from "react";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { isLive } from "#components/machines/parts/key-sections.tsx";
import { LastUsed } from "#components/machines/parts/last-use.tsx";
import { StateBadge } from "#components/machines/parts/state-badge.tsx";
import { Usage } from "#components/machines/parts/usage.tsx";
import { WrongDoorHint } from "#components/machines/parts/wrong-door.tsx";
import { Ago } from "#components/ui/ago.tsx";
import { Button } from "#components/ui/button.tsx";
import { MCP_KEYS, type McpKey } from "./mcp-key.ts";

type KeyCardProps = {
  mcpKey: McpKey;
  /** Of the key that it replaces, when that one is in the list. */
  replaced: string | undefined;
  door: string;
  /** `from`: the button that was pressed. */
  onRotate: (from: Element) => void;
  onRevoke: () => void;
};

/** One key: what it is, who uses it how, and its end. */
export function KeyCard({ mcpKey, replaced, door, onRotate, onRevoke }: KeyCardProps) {
  const text = useText("mcpKeys");
  const { id, name, preview, state, expiresAt, revokedAt, wrongDoor } = mcpKey;
  const isAlive = isLive(mcpKey);
  return (
    <li
      tabIndex={-1}
      data-key={id}
      className="flex flex-col gap-3 rounded-md border bg-surface p-4"
    >
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="flex min-w-0 flex-col gap-1">
          <h3 className="flex flex-wrap items-center gap-2 text-sm font-semibold">
            <bdi className="min-w-0 break-words">{name}</bdi>
            <StateBadge state={state} />
          </h3>
          <p className="flex flex-wrap items-center gap-x-2 text-xs text-ink-muted">
            <code dir="ltr">{preview}</code>
            <span>{text(mcpKey.canStageOrders ? "mayPropose" : "readOnly")}</span>
            {mcpKey.tier === "elevated" ? <span>{text("elevated")}</span> : null}
            {replaced === undefined ? null : (
              <span>{text("replaces", { key: `\u2066${replaced}\u2069` })}</span>
            )}
          </p>
          {mcpKey.allowlist.length === 0 ? null : (
            <p className="text-xs break-words text-ink-muted">
              {text("allowlist", { addresses: `\u2066${mcpKey.allowlist.join(", ")}\u2069` })}
            </p>
          )}
        </div>
        {isAlive ? (
          <div className="flex gap-2">
            <Button
              className="pointer-coarse:min-h-11"
              aria-label={text("rotateOf", { name })}
              onClick={(event) => onRotate(event.currentTarget)}
            >
              {text("rotate")}
            </Button>
            <Button
              className="!text-bad pointer-coarse:min-h-11"
              aria-label={text("revokeOf", { name })}
              onClick={onRevoke}
            >
              {text("revoke")}
            </Button>
          </div>
        ) : null}
      </div>
      {wrongDoor === null ? null : <WrongDoorHint wrongDoor={wrongDoor} door={door} />}
      <div className="grid gap-x-6 gap-y-2 sm:grid-cols-2">
        <dl className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-1 self-start text-xs">
          <Fact label={text("created")}>
            <Ago at={mcpKey.createdAt} exact />
          </Fact>
          <Fact label={text(isAlive ? "expires" : "ended")}>
            <Ago at={revokedAt ?? expiresAt} exact />
          </Fact>
          <Fact label={text("lastUsed")}>
            <LastUsed use={mcpKey} />
          </Fact>
        </dl>
        <Usage url={`${MCP_KEYS}/${id}/usage`} />
      </div>
    </li>
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
