"use client";

import Link from "next/link";
import { lazy } from "react";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { MachineReads } from "#components/machines/controls/machine-reads.tsx";
import { PauseSwitch } from "#components/machines/controls/pause-switch.tsx";
import { ProposalLimits } from "#components/machines/controls/proposal-limits.tsx";
import { Fact } from "#components/machines/keys/key-card.tsx";
import { isLive } from "#components/machines/keys/key-kind.ts";
import { KeyPage } from "#components/machines/keys/key-page.tsx";
import { LastUsed } from "#components/machines/parts/last-use.tsx";
import { endpointOf } from "#components/machines/parts/snippets.ts";
import { Usage } from "#components/machines/parts/usage.tsx";
import { Ago } from "#components/ui/ago.tsx";
import { mapPermissions } from "#lib/protocol/key-permissions.ts";
import type { McpKey } from "#lib/protocol/wire/machine-keys.ts";
import { MCP_KEYS } from "./mcp-key.ts";
import { PERMISSION_TEXTS } from "./permissions.ts";
import { SetUp } from "./set-up.tsx";
import { PLACEHOLDER } from "./snippets.ts";

const MakeKey = lazy(() => import("./make-key.tsx"));

export function McpKeysPage({ baseUrl }: { baseUrl: string }) {
  const endpoint = endpointOf(baseUrl);
  return (
    <KeyPage<McpKey>
      kind={{
        messages: "mcpKeys",
        url: MCP_KEYS,
        endpoint,
        canRotate: true,
        canRevokeAll: true,
        above: <PauseSwitch onlyPaused />,
        empty: <Explanation endpoint={endpoint} />,
        below: (
          <>
            <SetUpPrograms endpoint={endpoint} />
            <Addresses />
          </>
        ),
        summary: (key, all) => (
          <Summary mcpKey={key} replaced={all.find(({ id }) => id === key.replaces)?.preview} />
        ),
        details: (key) => <Details mcpKey={key} />,
        MakeKey,
      }}
    />
  );
}

function SetUpPrograms({ endpoint }: { endpoint: string }) {
  const text = useText("mcpKeys");
  return (
    <section aria-label={text("setupTitle")} className="flex flex-col gap-2">
      <h2 className="text-sm font-semibold">{text("setupTitle")}</h2>
      <p className="text-xs text-ink-muted">{text("setupText", { placeholder: PLACEHOLDER })}</p>
      <SetUp endpoint={endpoint} secret={PLACEHOLDER} />
      <Link
        href="/connect"
        className="inline-flex items-center self-start text-xs text-accent underline pointer-coarse:min-h-11"
      >
        {text("toConnect")}
      </Link>
    </section>
  );
}

/** Explains that only the operator sets addresses and rate, and that a key has no choice of scopes (docs/api/mcp-keys.md). */
function Addresses() {
  const text = useText("mcpKeys");
  return (
    <section aria-label={text("addressesTitle")} className="flex flex-col gap-2">
      <h2 className="text-sm font-semibold">{text("addressesTitle")}</h2>
      <p className="max-w-2xl text-xs text-ink-muted">{text("addressesText")}</p>
      <p className="max-w-2xl text-xs text-ink-muted">{text("scopes")}</p>
    </section>
  );
}

function Explanation({ endpoint }: { endpoint: string }) {
  const text = useText("mcpKeys");
  return (
    <section aria-label={text("emptyTitle")} className="rounded-md border bg-surface p-4">
      <h2 className="text-sm font-semibold">{text("emptyTitle")}</h2>
      <ul className="mt-2 flex list-disc flex-col gap-1 ps-5 text-ink-muted">
        <li className="break-words">
          {text("emptyWhat", { endpoint: `\u2066${endpoint}\u2069` })}
        </li>
        <li>{text("emptyCan")}</li>
        <li className="font-medium text-ink">{text("emptyCannot")}</li>
        <li>{text("emptyBot")}</li>
      </ul>
    </section>
  );
}

type SummaryProps = {
  mcpKey: McpKey;
  /** Preview of the key that it replaces, if that one is in the list. */
  replaced: string | undefined;
};

function Summary({ mcpKey, replaced }: SummaryProps) {
  const text = useText("mcpKeys");
  const { preview, tier } = mcpKey;
  const allowed = Object.values(
    mapPermissions((name) => (mcpKey[name] ? PERMISSION_TEXTS[name].name : undefined)),
  ).filter((card) => card !== undefined);
  return (
    <p className="flex flex-wrap items-center gap-x-2 text-xs text-ink-muted">
      <code dir="ltr">{preview}</code>
      {allowed.length === 0 ? <span>{text("readOnly")}</span> : null}
      {allowed.map((card) => (
        <span key={card}>{text(card)}</span>
      ))}
      {tier === "elevated" ? <span>{text("elevated")}</span> : null}
      {replaced === undefined ? null : (
        <span>{text("replaces", { key: `\u2066${replaced}\u2069` })}</span>
      )}
    </p>
  );
}

function Details({ mcpKey }: { mcpKey: McpKey }) {
  const text = useText("mcpKeys");
  const common = useText("keys");
  const { id, createdAt, expiresAt, revokedAt, allowlist } = mcpKey;
  return (
    <div className="grid gap-x-6 gap-y-2 sm:grid-cols-2">
      <dl className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-1 self-start text-xs [&>div]:contents">
        <Fact name={text("keyId")}>
          <code dir="ltr" className="break-all">
            {id}
          </code>
        </Fact>
        <Fact name={text("allowed")}>
          {allowlist.length === 0 ? (
            text("anywhere")
          ) : (
            <code dir="ltr" className="break-all">
              {allowlist.join(", ")}
            </code>
          )}
        </Fact>
        <Fact name={common("created")}>
          <Ago at={createdAt} exact />
        </Fact>
        <Fact name={isLive(mcpKey) ? common("expires") : text("ended")}>
          <Ago at={revokedAt ?? expiresAt} exact />
        </Fact>
        <Fact name={common("lastUsed")}>
          <LastUsed use={mcpKey} />
        </Fact>
      </dl>
      <Usage url={`${MCP_KEYS}/${id}/usage`} />
      {isLive(mcpKey) && mcpKey.canStageOrders ? <ProposalLimits kind="mcp_key" id={id} /> : null}
      <MachineReads url={`${MCP_KEYS}/${id}/reads`} />
    </div>
  );
}
