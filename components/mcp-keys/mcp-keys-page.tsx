"use client";

import { Plus } from "lucide-react";
import { lazy, type ReactNode, useEffect, useState } from "react";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { useFrame } from "#components/settings-frame/frame-context.ts";
import { ReadState, SettingsPage } from "#components/settings-frame/settings-page.tsx";
import { type Resource, useResource } from "#components/settings-frame/use-resource.ts";
import { Button } from "#components/ui/button.tsx";
import { LazyBoundary } from "#components/ui/lazy-boundary.tsx";
import { KeyCard } from "./key-card.tsx";
import { isLive, MCP_KEYS, type McpKey } from "./mcp-key.ts";
import { SetUp } from "./set-up.tsx";
import { PLACEHOLDER } from "./snippets.ts";

const NewKey = lazy(() => import("./new-key.tsx"));
const RotateKey = lazy(() => import("./rotate-key.tsx"));
const RevokeKeys = lazy(() => import("./revoke-keys.tsx"));

const MINUTE_MS = 60_000;

type Asked =
  | { what: "new" }
  | { what: "rotate"; key: McpKey }
  | { what: "revoke"; keys: readonly McpKey[]; isAll: boolean };

/** The MCP keys of the account: what they are, the list, a new one, and the end of all. */
export function McpKeysPage({ baseUrl }: { baseUrl: string }) {
  const text = useText("mcpKeys");
  const { person } = useFrame();
  const keys = useResource<{ keys: McpKey[] }>(person === undefined ? undefined : MCP_KEYS);
  const [asked, setAsked] = useState<Asked>();
  const live = (keys.data?.keys ?? []).filter(isLive);
  return (
    <>
      <SettingsPage
        title={text("list")}
        intro={text("intro")}
        actions={
          <div className="flex flex-wrap gap-2">
            {live.length === 0 ? null : (
              <Button
                size="md"
                className="!text-bad pointer-coarse:min-h-11"
                onClick={() => setAsked({ what: "revoke", keys: live, isAll: true })}
              >
                {text("revokeAll")}
              </Button>
            )}
            <Button
              tone="primary"
              size="md"
              className="pointer-coarse:min-h-11"
              onClick={() => setAsked({ what: "new" })}
            >
              <Plus size={14} aria-hidden /> {text("create")}
            </Button>
          </div>
        }
      >
        <KeyLists keys={keys} baseUrl={baseUrl} onAsk={setAsked} />
      </SettingsPage>
      {asked === undefined ? null : (
        // Beside the page: a session that ends takes the list away, but not a secret that is being shown.
        <Question
          asked={asked}
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

type QuestionProps = { asked: Asked; baseUrl: string; onEnd: () => void };

function Question({ asked, baseUrl, onEnd }: QuestionProps) {
  const shown = (): ReactNode => {
    if (asked.what === "new") return <NewKey baseUrl={baseUrl} onClose={onEnd} />;
    if (asked.what === "rotate") {
      return <RotateKey mcpKey={asked.key} baseUrl={baseUrl} onClose={onEnd} />;
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
  const now = useNow(keys.data);
  const door = `${baseUrl}/api/v1/mcp`;
  const list = (title: string, all: readonly McpKey[], some: readonly McpKey[]) =>
    some.length === 0 ? null : (
      <section aria-label={title} className="flex flex-col gap-2">
        <h2 className="text-xs font-semibold text-ink-muted">{title}</h2>
        <ul className="flex flex-col gap-3">
          {some.map((key) => (
            <KeyCard
              key={key.id}
              mcpKey={key}
              replaced={all.find(({ id }) => id === key.replaces)?.preview}
              now={now}
              door={door}
              onRotate={() => onAsk({ what: "rotate", key })}
              onRevoke={() => onAsk({ what: "revoke", keys: [key], isAll: false })}
            />
          ))}
        </ul>
      </section>
    );
  return (
    <div className="flex flex-col gap-5">
      <ReadState resource={keys} label={text("loading")}>
        {({ keys: all }) =>
          all.length === 0 ? (
            <WhatItIs door={door} />
          ) : (
            <>
              {list(text("live"), all, all.filter(isLive))}
              {list(
                text("dead"),
                all,
                all.filter((key) => !isLive(key)),
              )}
            </>
          )
        }
      </ReadState>
      <section aria-label={text("setupTitle")} className="flex flex-col gap-2">
        <h2 className="text-sm font-semibold">{text("setupTitle")}</h2>
        <p className="text-xs text-ink-muted">{text("setupText", { placeholder: PLACEHOLDER })}</p>
        <SetUp baseUrl={baseUrl} secret={PLACEHOLDER} />
      </section>
    </div>
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

/** The time, a minute late at most, and never older than what was read. */
function useNow(read: unknown): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const look = () => setNow(Date.now());
    // What was just made must not lie in the future.
    const first = read === undefined ? undefined : setTimeout(look);
    const timer = setInterval(look, MINUTE_MS);
    return () => {
      clearTimeout(first);
      clearInterval(timer);
    };
  }, [read]);
  return now;
}
