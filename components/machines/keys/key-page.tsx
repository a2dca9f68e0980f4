"use client";

import { Plus } from "lucide-react";
import { lazy, useRef, useState } from "react";
import { useResource } from "#components/data/use-resource.ts";
import { ReadState, SettingsPage } from "#components/frame/settings/settings-page.tsx";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { useRestoredFocus } from "#components/machines/parts/use-restored-focus.ts";
import { Button } from "#components/ui/button.tsx";
import { LazyBoundary } from "#components/ui/lazy-boundary.tsx";
import type { Ask, KeyKind, KeyQuestion, MachineKey } from "./key-kind.ts";
import { KeyList, RevokeAll } from "./key-list.tsx";

const RenameKey = lazy(() => import("./rename-key.tsx"));
const RevokeKeys = lazy(() => import("./revoke-keys.tsx"));

/** The account's keys of a kind: what they can do, the list, and the dialogs that create, rename, rotate and revoke them. */
export function KeyPage<Key extends MachineKey>({ kind }: { kind: KeyKind<Key> }) {
  const text = useText(kind.messages);
  const keys = useResource<{ keys: Key[] }>(kind.url);
  const [question, setQuestion] = useState<KeyQuestion<Key>>();
  const create = useRef<HTMLButtonElement>(null);
  const keepFocus = useRestoredFocus(keys.data, create);
  const ask: Ask<Key> = (next) => {
    if (next.what === "rotate") keepFocus(next.key.id);
    // After all keys were revoked, no single card gets the focus.
    if (next.what === "revoke") keepFocus(next.isAll ? "" : (next.keys[0]?.id ?? ""));
    setQuestion(next);
  };
  const end = () => {
    setQuestion(undefined);
    void keys.reload();
  };
  return (
    <>
      <SettingsPage
        title={text("list")}
        intro={`${text("intro")} ${text("kept")}`}
        actions={
          <Button ref={create} tone="primary" size="md" onClick={() => ask({ what: "create" })}>
            <Plus size={14} aria-hidden /> {text("create")}
          </Button>
        }
      >
        <div className="flex flex-col gap-5">
          {kind.above}
          <ReadState resource={keys} label={text("loading")}>
            {({ keys: all }) =>
              all.length === 0 ? kind.empty : <KeyList kind={kind} keys={all} onAsk={ask} />
            }
          </ReadState>
          {kind.below}
          {kind.canRevokeAll ? <RevokeAll keys={keys.data?.keys ?? []} onAsk={ask} /> : null}
        </div>
      </SettingsPage>
      {question === undefined ? null : (
        // Outside of the page: the end of the session removes the list, but must not close a shown secret.
        <LazyBoundary onFailure={end}>
          {question.what === "revoke" ? (
            <RevokeKeys kind={kind} keys={question.keys} isAll={question.isAll} onClose={end} />
          ) : question.what === "rename" ? (
            <RenameKey
              kind={kind}
              entry={question.key}
              onClose={end}
              returnFocus={{ current: question.from }}
            />
          ) : (
            <kind.MakeKey
              endpoint={kind.endpoint}
              replaced={question.what === "rotate" ? question.key : undefined}
              onClose={end}
              returnFocus={question.what === "rotate" ? { current: question.from } : create}
            />
          )}
        </LazyBoundary>
      )}
    </>
  );
}
