"use client";

import { Plus } from "lucide-react";
import Link from "next/link";
import { lazy, type ReactNode, type RefObject, useRef, useState } from "react";
import { useFrame } from "#components/data/frame-context.ts";
import { type Resource, useResource } from "#components/data/use-resource.ts";
import { ReadState, SettingsPage } from "#components/frame/settings/settings-page.tsx";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { isLive, KeySections } from "#components/machines/parts/key-sections.tsx";
import { useKeptFocus } from "#components/machines/parts/use-kept-focus.ts";
import { Button } from "#components/ui/button.tsx";
import { LazyBoundary } from "#components/ui/lazy-boundary.tsx";
import { KeyCard } from "./key-card.tsx";
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

/** The MCP keys of the account: what they are, the list, a new one, and the end of all. */
export function McpKeysPage({ baseUrl }: { baseUrl: string }) {
  const text = useText("mcpKeys");
  const { person } = useFrame();
  const keys = useResource<{ keys: McpKey[] }>(person === undefined ? undefined : MCP_KEYS);
  const [asked, setAsked] = useState<Asked>();
  const create = useRef<HTMLButtonElement>(null);
  const keepFocus = useKeptFocus(keys.data, create);
  const ask = (question: Asked) => {
    if (question.what === "rotate") keepFocus(question.key.id);
    // After the end of all, there is no one card to look at.
    if (question.what === "revoke") keepFocus(question.isAll ? "" : (question.keys[0]?.id ?? ""));
    setAsked(question);
  };
  return (
    <>
      <SettingsPage
        title={text("list")}
        intro={text("intro")}
        actions={
          <Button
            ref={create}
            tone="primary"
            size="md"
            className="pointer-coarse:min-h-11"
            onClick={() => ask({ what: "new" })}
          >
            <Plus size={14} aria-hidden /> {text("create")}
          </Button>
        }
      >
        <KeyLists keys={keys} baseUrl={baseUrl} onAsk={ask} />
      </SettingsPage>
      {asked === undefined ? null : (
        // Beside the page: a session that ends takes the list away, but not a secret that is being shown.
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
  /** The button that makes a key. */
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
  const door = `${baseUrl}/api/v1/mcp`;
  return (
    <div className="flex flex-col gap-5">
      <ReadState resource={keys} label={text("loading")}>
        {({ keys: all }) =>
          all.length === 0 ? (
            <WhatItIs door={door} />
          ) : (
            <KeySections
              keys={all}
              belowLive={
                <RevokeAll
                  onPress={() => onAsk({ what: "revoke", keys: all.filter(isLive), isAll: true })}
                />
              }
              card={(id) => <Card id={id} all={all} door={door} onAsk={onAsk} />}
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
  door: string;
  onAsk: (asked: Asked) => void;
};

function Card({ id, all, door, onAsk }: CardProps) {
  const key = all.find((one) => one.id === id);
  if (key === undefined) return null;
  return (
    <KeyCard
      mcpKey={key}
      replaced={all.find((one) => one.id === key.replaces)?.preview}
      door={door}
      onRotate={(from) => onAsk({ what: "rotate", key, from })}
      onRevoke={() => onAsk({ what: "revoke", keys: [key], isAll: false })}
    />
  );
}

function RevokeAll({ onPress }: { onPress: () => void }) {
  const text = useText("mcpKeys");
  return (
    <Button size="md" className="self-end !text-bad pointer-coarse:min-h-11" onClick={onPress}>
      {text("revokeAll")}
    </Button>
  );
}

function WhatItIs({ door }: { door: string }) {
  const text = useText("mcpKeys");
  return (
    <section aria-label={text("emptyTitle")} className="rounded-md border bg-surface p-4">
      <h2 className="text-sm font-semibold">{text("emptyTitle")}</h2>
      <ul className="mt-2 flex list-disc flex-col gap-1 ps-5 text-ink-muted">
        <li className="break-words">{text("emptyWhat", { door: `\u2066${door}\u2069` })}</li>
        <li>{text("emptyCan")}</li>
        <li className="font-medium text-ink">{text("emptyCannot")}</li>
        <li>{text("emptyBot")}</li>
      </ul>
    </section>
  );
}
