"use client";

import { Plus } from "lucide-react";
import Link from "next/link";
import { lazy, type RefObject, useRef, useState } from "react";
import { useAction, write } from "#components/data/use-action.ts";
import { useResource } from "#components/data/use-resource.ts";
import { ReadState, SettingsPage } from "#components/frame/settings/settings-page.tsx";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { LastUse } from "#components/machines/parts/last-use.tsx";
import { useKeptFocus } from "#components/machines/parts/use-kept-focus.ts";
import { Button } from "#components/ui/button.tsx";
import { LazyBoundary } from "#components/ui/lazy-boundary.tsx";
import { notify } from "#components/ui/notify.ts";
import { BOT_KEYS, type BotKey } from "./bot-key.ts";
import { BotKeyList } from "./bot-key-list.tsx";

const NewKey = lazy(() => import("./new-key.tsx"));
const ConfirmDialog = lazy(() => import("#components/frame/settings/confirm-dialog.tsx"));

/** The bot keys of the account: what they are, the list, and a new one. */
export function BotKeysPage() {
  const text = useText("botKeys");
  const [isMaking, setMaking] = useState(false);
  const create = useRef<HTMLButtonElement>(null);
  return (
    <SettingsPage
      title={text("list")}
      intro={text("intro")}
      actions={
        <Button
          ref={create}
          tone="primary"
          size="md"
          className="pointer-coarse:min-h-11"
          onClick={() => setMaking(true)}
        >
          <Plus size={14} aria-hidden /> {text("create")}
        </Button>
      }
    >
      <Keys isMaking={isMaking} onMade={() => setMaking(false)} create={create} />
    </SettingsPage>
  );
}

type KeysProps = {
  isMaking: boolean;
  onMade: () => void;
  /** The button that makes a key. */
  create: RefObject<HTMLButtonElement | null>;
};

/** Below the title, for who is signed in. */
function Keys({ isMaking, onMade, create }: KeysProps) {
  const text = useText("botKeys");
  const keys = useResource<{ keys: BotKey[] }>(BOT_KEYS);
  const [revoking, setRevoking] = useState<BotKey>();
  const keepFocus = useKeptFocus(keys.data, create);
  const close = () => {
    onMade();
    void keys.reload();
  };
  const ask = (key: BotKey) => {
    keepFocus(key.id);
    setRevoking(key);
  };
  const revoked = () => {
    notify({ tone: "good", text: text("revokedDone") });
    setRevoking(undefined);
    void keys.reload();
  };
  return (
    <div className="flex flex-col gap-5">
      <WhatItIs />
      <ReadState resource={keys} label={text("loading")}>
        {(data) => <BotKeyList keys={data.keys} onRevoke={ask} />}
      </ReadState>
      {isMaking ? (
        <LazyBoundary onFailure={onMade}>
          <NewKey onClose={close} returnFocus={create} />
        </LazyBoundary>
      ) : null}
      {revoking === undefined ? null : (
        <LazyBoundary onFailure={() => setRevoking(undefined)}>
          <Revoke botKey={revoking} onDone={revoked} onClose={() => setRevoking(undefined)} />
        </LazyBoundary>
      )}
    </div>
  );
}

function WhatItIs() {
  const text = useText("botKeys");
  return (
    <section aria-label={text("whatTitle")} className="rounded-md border bg-surface p-4">
      <h2 className="text-sm font-semibold">{text("whatTitle")}</h2>
      <ul className="mt-2 flex list-disc flex-col gap-1 ps-5 text-ink-muted">
        <li>{text("canRead")}</li>
        <li>{text("mayStage")}</li>
        <li className="font-medium text-ink">{text("cannotSign")}</li>
        <li>{text("onlyFrom")}</li>
        <li>{text("secretStays")}</li>
      </ul>
      <p className="mt-2 text-xs text-ink-muted">
        {text("readMore")}{" "}
        <Link href="/developers#clients" className="text-accent underline underline-offset-2">
          {text("toDevelopers")}
        </Link>
      </p>
    </section>
  );
}

type RevokeProps = { botKey: BotKey; onDone: () => void; onClose: () => void };

function Revoke({ botKey, onDone, onClose }: RevokeProps) {
  const text = useText("botKeys");
  const { run, pending, error } = useAction(() => write("DELETE", `${BOT_KEYS}/${botKey.id}`));
  return (
    <ConfirmDialog
      title={text("revokeTitle", { name: botKey.name })}
      action={text("revoke")}
      pending={pending}
      error={error}
      onConfirm={() =>
        void run().then((answer) => {
          if (answer?.ok === true) onDone();
        })
      }
      onClose={onClose}
    >
      <p>{text("revokeText")}</p>
      <LastUse use={botKey} />
    </ConfirmDialog>
  );
}
