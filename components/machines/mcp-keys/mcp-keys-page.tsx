"use client";

import { Plus } from "lucide-react";
import Link from "next/link";
import { lazy, type ReactNode, type RefObject, useRef, useState } from "react";
import { useFrame } from "#components/data/frame-context.ts";
import { type Resource, useResource } from "#components/data/use-resource.ts";
import { ReadState, SettingsPage } from "#components/frame/settings/settings-page.tsx";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { isLive, KeySections } from "#components/machines/parts/key-sections.tsx";
import { LastUsed } from "#components/machines/parts/last-use.tsx";
import { StateBadge } from "#components/machines/parts/state-badge.tsx";
import { Usage } from "#components/machines/parts/usage.tsx";
import { useRestoredFocus } from "#components/machines/parts/use-restored-focus.ts";
import { WrongEndpointHint } from "#components/machines/parts/wrong-endpoint-hint.tsx";
import { Ago } from "#components/ui/ago.tsx";
import { Button } from "#components/ui/button.tsx";
import { LazyBoundary } from "#components/ui/lazy-boundary.tsx";
import { MCP_KEYS, type McpKey } from "./mcp-key.ts";
import { SetUp } from "./set-up.tsx";
import { PLACEHOLDER } from "./snippets.ts";

const NewKey = lazy(() => import("./new-key.tsx"));
const RotateKey = lazy(() => import("./rotate-key.tsx"));
const RevokeKeys = lazy(() => import("./revoke-keys.tsx"));

type Asked =
  | { what: "new" }
  | { what: "rotate"; key: McpKey; from: Element }
  | { what: "revoke"; keys: readonly McpKey[]; isAll: boolean };

/** The account's MCP keys: what they can do, the list, and the dialogs that create, rotate and revoke them. */
export function McpKeysPage({ baseUrl }: { baseUrl: string }) {
  const text = useText("mcpKeys");
  const { person } = useFrame();
  const keys = useResource<{ keys: McpKey[] }>(person === undefined ? undefined : MCP_KEYS);
  const [asked, setAsked] = useState<Asked>();
  const create = useRef<HTMLButtonElement>(null);
  const keepFocus = useRestoredFocus(keys.data, create);
  const ask = (question: Asked) => {
    if (question.what === "rotate") keepFocus(question.key.id);
    // After all keys were revoked, no single card gets the focus.
    if (question.what === "revoke") keepFocus(question.isAll ? "" : (question.keys[0]?.id ?? ""));
    setAsked(question);
  };
  return (
    <>
      <SettingsPage
        title={text("list")}
        intro={text("intro")}
        actions={
          <Button ref={create} tone="primary" size="md" onClick={() => ask({ what: "new" })}>
            <Plus size={14} aria-hidden /> {text("create")}
          </Button>
        }
      >
        <KeyLists keys={keys} baseUrl={baseUrl} onAsk={ask} />
      </SettingsPage>
      {asked === undefined ? null : (
        // Outside of the page: the end of the session removes the list, but must not close a shown secret.
        <Question
          asked={asked}
          create={create}
          baseUrl={baseUrl}
          onEnd={() => {
            setAsked(undefined);
            void keys.reload();
          }}
        />
      )}
    </>
  );
}

type QuestionProps = {
  asked: Asked;
  /** The button that creates a key. */
  create: RefObject<HTMLButtonElement | null>;
  baseUrl: string;
  onEnd: () => void;
};

function Question({ asked, create, baseUrl, onEnd }: QuestionProps) {
  const shown = (): ReactNode => {
    if (asked.what === "new")
      return <NewKey baseUrl={baseUrl} onClose={onEnd} returnFocus={create} />;
    if (asked.what === "rotate") {
      const { key, from } = asked;
      return (
        <RotateKey mcpKey={key} baseUrl={baseUrl} onClose={onEnd} returnFocus={{ current: from }} />
      );
    }
    return <RevokeKeys keys={asked.keys} isAll={asked.isAll} onDone={onEnd} onClose={onEnd} />;
  };
  return <LazyBoundary onFailure={onEnd}>{shown()}</LazyBoundary>;
}

type KeyListsProps = {
  keys: Resource<{ keys: McpKey[] }>;
  baseUrl: string;
  onAsk: (asked: Asked) => void;
};

function KeyLists({ keys, baseUrl, onAsk }: KeyListsProps) {
  const text = useText("mcpKeys");
  const endpoint = `${baseUrl}/api/v1/mcp`;
  return (
    <div className="flex flex-col gap-5">
      <ReadState resource={keys} label={text("loading")}>
        {({ keys: all }) =>
          all.length === 0 ? (
            <Explanation endpoint={endpoint} />
          ) : (
            <KeySections
              keys={all}
              belowLive={
                <RevokeAll
                  onPress={() => onAsk({ what: "revoke", keys: all.filter(isLive), isAll: true })}
                />
              }
              card={(id) => <Card id={id} all={all} endpoint={endpoint} onAsk={onAsk} />}
            />
          )
        }
      </ReadState>
      <section aria-label={text("setupTitle")} className="flex flex-col gap-2">
        <h2 className="text-sm font-semibold">{text("setupTitle")}</h2>
        <p className="text-xs text-ink-muted">{text("setupText", { placeholder: PLACEHOLDER })}</p>
        <SetUp baseUrl={baseUrl} secret={PLACEHOLDER} />
        <Link
          href="/connect"
          className="inline-flex items-center self-start text-xs text-accent underline pointer-coarse:min-h-11"
        >
          {text("toConnect")}
        </Link>
      </section>
    </div>
  );
}

type CardProps = {
  id: string;
  all: readonly McpKey[];
  endpoint: string;
  onAsk: (asked: Asked) => void;
};

function Card({ id, all, endpoint, onAsk }: CardProps) {
  const key = all.find((one) => one.id === id);
  if (key === undefined) return null;
  return (
    <KeyCard
      mcpKey={key}
      replaced={all.find((one) => one.id === key.replaces)?.preview}
      endpoint={endpoint}
      onRotate={(from) => onAsk({ what: "rotate", key, from })}
      onRevoke={() => onAsk({ what: "revoke", keys: [key], isAll: false })}
    />
  );
}

function RevokeAll({ onPress }: { onPress: () => void }) {
  const text = useText("mcpKeys");
  return (
    <Button size="md" className="self-end !text-bad" onClick={onPress}>
      {text("revokeAll")}
    </Button>
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

type KeyCardProps = {
  mcpKey: McpKey;
  /** Preview of the key that it replaces, if that one is in the list. */
  replaced: string | undefined;
  endpoint: string;
  /** `from`: the pressed button. */
  onRotate: (from: Element) => void;
  onRevoke: () => void;
};

/** A key with its usage, and buttons that rotate and revoke it. */
function KeyCard({ mcpKey, replaced, endpoint, onRotate, onRevoke }: KeyCardProps) {
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
      {wrongDoor === null ? null : <WrongEndpointHint wrongDoor={wrongDoor} endpoint={endpoint} />}
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
