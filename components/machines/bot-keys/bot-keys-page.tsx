"use client";

import { Plus } from "lucide-react";
import Link from "next/link";
import { lazy, type ReactNode, type RefObject, useRef, useState } from "react";
import { useAction, write } from "#components/data/use-action.ts";
import { useResource } from "#components/data/use-resource.ts";
import { ReadState, SettingsPage } from "#components/frame/settings/settings-page.tsx";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { isLive, KeySections } from "#components/machines/parts/key-sections.tsx";
import { LastUse, LastUsed } from "#components/machines/parts/last-use.tsx";
import { StateBadge } from "#components/machines/parts/state-badge.tsx";
import { Usage } from "#components/machines/parts/usage.tsx";
import { useRestoredFocus } from "#components/machines/parts/use-restored-focus.ts";
import { WrongEndpointHint } from "#components/machines/parts/wrong-endpoint-hint.tsx";
import { Ago } from "#components/ui/ago.tsx";
import { Button } from "#components/ui/button.tsx";
import { LazyBoundary } from "#components/ui/lazy-boundary.tsx";
import { notify } from "#components/ui/notify.ts";
import { BOT_KEYS, type BotKey } from "./bot-key.ts";

const NewKey = lazy(() => import("./new-key.tsx"));
const ConfirmDialog = lazy(() => import("#components/frame/settings/confirm-dialog.tsx"));

/** The account's bot keys: what they can do, the list, and the dialogs that create and revoke them. */
export function BotKeysPage() {
  const text = useText("botKeys");
  const [isMaking, setMaking] = useState(false);
  const create = useRef<HTMLButtonElement>(null);
  return (
    <SettingsPage
      title={text("list")}
      intro={text("intro")}
      actions={
        <Button ref={create} tone="primary" size="md" onClick={() => setMaking(true)}>
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
  /** The button that creates a key. */
  create: RefObject<HTMLButtonElement | null>;
};

/** The content below the title, shown with a session. */
function Keys({ isMaking, onMade, create }: KeysProps) {
  const text = useText("botKeys");
  const keys = useResource<{ keys: BotKey[] }>(BOT_KEYS);
  const [revoking, setRevoking] = useState<BotKey>();
  const keepFocus = useRestoredFocus(keys.data, create);
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
      <Explanation />
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

function Explanation() {
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

type BotKeyListProps = { keys: readonly BotKey[]; onRevoke: (key: BotKey) => void };

/** The account's keys, live ones first, then the newest. */
function BotKeyList({ keys, onRevoke }: BotKeyListProps) {
  const text = useText("botKeys");
  if (keys.length === 0) {
    return (
      <div className="rounded-md border border-dashed p-6 text-center">
        <p className="font-medium">{text("none")}</p>
        <p className="mt-1 text-ink-muted">{text("noneDetail")}</p>
      </div>
    );
  }
  return (
    <KeySections
      keys={keys}
      card={(id) => {
        const key = keys.find((one) => one.id === id);
        return key === undefined ? null : (
          <BotKeyItem botKey={key} onRevoke={() => onRevoke(key)} />
        );
      }}
    />
  );
}

type ItemProps = { botKey: BotKey; onRevoke: () => void };

function BotKeyItem({ botKey, onRevoke }: ItemProps) {
  const text = useText("botKeys");
  return (
    <li
      tabIndex={-1}
      data-key={botKey.id}
      className="flex flex-col gap-3 rounded-md border bg-surface p-4"
    >
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <h3 className="flex flex-wrap items-center gap-2 text-sm font-semibold">
            <bdi className="break-words">{botKey.name}</bdi>
            <StateBadge state={botKey.state} />
          </h3>
          <p className="mt-0.5 font-mono text-xs break-all text-ink-muted" dir="ltr">
            {botKey.id} · {botKey.preview}
          </p>
        </div>
        {isLive(botKey) ? (
          <Button
            className="!text-bad pointer-coarse:min-h-11"
            aria-label={text("revokeNamed", { name: botKey.name })}
            onClick={onRevoke}
          >
            {text("revoke")}
          </Button>
        ) : null}
      </div>
      {botKey.wrongDoor === null ? null : (
        <WrongEndpointHint wrongDoor={botKey.wrongDoor} endpoint="/api/bot/v1" />
      )}
      <dl className="grid gap-x-6 gap-y-2 text-xs sm:grid-cols-2">
        <Facts botKey={botKey} />
      </dl>
      <Usage url={`${BOT_KEYS}/${botKey.id}/usage`} />
    </li>
  );
}

function Facts({ botKey }: { botKey: BotKey }) {
  const text = useText("botKeys");
  const { account, allowlist, expiresAt, revokedAt } = botKey;
  return (
    <>
      <Fact name={text("allowed")}>
        <ul dir="ltr" className="flex flex-wrap gap-1 font-mono rtl:justify-end">
          {allowlist.map((entry) => (
            <li key={entry} className="rounded bg-raised px-1.5 py-0.5 break-all">
              {entry}
            </li>
          ))}
        </ul>
      </Fact>
      <Fact name={text("account")}>
        {account === null ? (
          text("noAccount")
        ) : (
          <span dir="ltr" className="font-mono break-all">
            {account}
          </span>
        )}
      </Fact>
      <Fact name={text("lastUsed")}>
        <LastUsed use={botKey} />
      </Fact>
      <Fact name={text("created")}>
        <Ago at={botKey.createdAt} exact />
      </Fact>
      {revokedAt === null ? (
        <Fact name={text("expires")}>
          {expiresAt === null ? text("never") : <Ago at={expiresAt} exact />}
        </Fact>
      ) : (
        <Fact name={text("revoked")}>
          <Ago at={revokedAt} exact />
        </Fact>
      )}
    </>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-ink-muted">{name}</dt>
      <dd className="mt-0.5 min-w-0">{children}</dd>
    </div>
  );
}
