"use client";

import { KeyRound, Mail, Wallet } from "lucide-react";
import { lazy, useEffect, useState } from "react";
import { useAction, write } from "#components/data/use-action.ts";
import { useResource } from "#components/data/use-resource.ts";
import { ReadState, SettingsPage } from "#components/frame/settings/settings-page.tsx";
import { useText } from "#components/i18n/i18n-provider.tsx";
import type { Identity, IdentityList } from "#components/identity/proofs/identity-types.ts";
import { SESSION_CHANNEL } from "#components/identity/session/session-channel.ts";
import { Ago } from "#components/ui/ago.tsx";
import { Button } from "#components/ui/button.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { LazyBoundary } from "#components/ui/lazy-boundary.tsx";
import { notify } from "#components/ui/notify.ts";
import { AddWay } from "./add-way.tsx";

const ConfirmDialog = lazy(() => import("#components/frame/settings/confirm-dialog.tsx"));

const ICONS = { wallet: Wallet, email: Mail, oidc: KeyRound } as const;

/** The wallets, mail addresses and logins that open the account. `mailbox`: where the simulated market shows mails. */
export function WaysPage({ mailbox }: { mailbox: string | null }) {
  const text = useText("identity");
  const list = useResource<IdentityList>("/api/v1/identities");
  const { reload } = list;
  // The link of a mail is opened in another tab, which tells that something changed.
  useEffect(() => {
    const channel = new BroadcastChannel(SESSION_CHANNEL);
    channel.addEventListener("message", () => void reload());
    return () => channel.close();
  }, [reload]);
  return (
    <SettingsPage title={text("title")} intro={text("intro")}>
      <ReadState resource={list} label={text("loading")}>
        {(data) => (
          <div className="flex flex-col gap-4">
            <ul
              aria-label={text("title")}
              // The focus comes here when the row that had it is gone.
              tabIndex={-1}
              className="divide-y rounded-md border bg-surface"
            >
              {data.identities.map((identity) => (
                <Row
                  key={identity.id}
                  identity={identity}
                  provider={data.ways.oidc?.name}
                  isLast={data.identities.length === 1}
                  onGone={reload}
                />
              ))}
            </ul>
            <AddWay list={data} mailbox={mailbox} onChange={() => void reload()} />
          </div>
        )}
      </ReadState>
    </SettingsPage>
  );
}

type RowProps = {
  identity: Identity;
  provider: string | undefined;
  isLast: boolean;
  onGone: () => Promise<void>;
};

function Row({ identity, provider, isLast, onGone }: RowProps) {
  const text = useText("identity");
  const [asking, setAsking] = useState(false);
  const unlink = useAction(async () => {
    const answer = await write("DELETE", `/api/v1/identities/${encodeURIComponent(identity.id)}`);
    // The row takes the dialog with it, which so gives the focus to the list.
    if (answer.ok) await onGone();
    return answer;
  });
  const { kind, label } = identity;
  const Icon = ICONS[kind];
  const name = kind === "oidc" ? (provider ?? text("kind_oidc")) : text(`kind_${kind}`);
  const confirm = async () => {
    const answer = await unlink.run();
    if (!answer?.ok) return;
    setAsking(false);
    notify({ tone: "good", text: text("unlinked") });
  };
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 p-3 sm:flex-nowrap">
      <Icon size={18} aria-hidden className="shrink-0 text-ink-muted" />
      <About identity={identity} name={name} />
      {isLast ? (
        <p className="text-xs text-ink-faint max-sm:w-full sm:max-w-40 sm:text-end">
          {text("lastOne")}
        </p>
      ) : (
        <Button
          className="pointer-coarse:min-h-11"
          aria-label={text("unlinkOf", { name: label })}
          onClick={() => setAsking(true)}
        >
          {text("unlink")}
        </Button>
      )}
      {asking ? (
        <LazyBoundary onFailure={() => setAsking(false)}>
          <ConfirmDialog
            title={text("unlinkTitle")}
            action={text("unlink")}
            pending={unlink.pending}
            error={unlink.error}
            onConfirm={() => void confirm()}
            onClose={() => {
              unlink.clear();
              setAsking(false);
            }}
          >
            <p className="[overflow-wrap:anywhere]" dir="auto">
              <bdi dir="ltr" className="font-medium">
                {label}
              </bdi>
            </p>
            <p className="text-ink-muted">{text(`unlinkText_${kind}`)}</p>
          </ConfirmDialog>
        </LazyBoundary>
      ) : null}
    </li>
  );
}

/** What it is, with its use. `name`: of its kind. */
function About({ identity, name }: { identity: Identity; name: string }) {
  const text = useText("identity");
  const { kind, label, lastUsedAt, createdAt } = identity;
  return (
    <div className="min-w-0 flex-1">
      <p className="text-xs text-ink-muted">{name}</p>
      <p className="flex items-center gap-1">
        <bdi
          dir="ltr"
          className={
            kind === "wallet" ? "min-w-0 font-mono text-xs break-all" : "min-w-0 break-all"
          }
        >
          {label}
        </bdi>
        <CopyButton value={label} what={label} />
      </p>
      <p className="text-xs text-ink-muted">
        {text("lastUsed")} <Ago at={lastUsedAt} /> · {text("since")} <Ago at={createdAt} />
      </p>
    </div>
  );
}
