"use client";

import type { ReactNode } from "react";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { isLive, KeySections } from "#components/machines/parts/key-sections.tsx";
import { LastUsed } from "#components/machines/parts/last-use.tsx";
import { StateBadge } from "#components/machines/parts/state-badge.tsx";
import { Usage } from "#components/machines/parts/usage.tsx";
import { WrongDoorHint } from "#components/machines/parts/wrong-door.tsx";
import { Ago } from "#components/ui/ago.tsx";
import { Button } from "#components/ui/button.tsx";
import { BOT_KEYS, type BotKey } from "./bot-key.ts";

type BotKeyListProps = { keys: readonly BotKey[]; onRevoke: (key: BotKey) => void };

/** The account's keys, live ones first, newest first. */
export function BotKeyList({ keys, onRevoke }: BotKeyListProps) {
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
        <WrongDoorHint wrongDoor={botKey.wrongDoor} door="/api/bot/v1" />
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
