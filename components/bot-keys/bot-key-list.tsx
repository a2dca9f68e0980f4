"use client";

import { type ReactNode, useState } from "react";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { KeyTime } from "#components/keys/key-times.tsx";
import { StateBadge } from "#components/keys/state-badge.tsx";
import { Usage } from "#components/keys/usage.tsx";
import { WrongDoorHint } from "#components/keys/wrong-door.tsx";
import { Button } from "#components/ui/button.tsx";
import { BOT_KEYS, type BotKey } from "./bot-key.ts";

type BotKeyListProps = { keys: readonly BotKey[]; onRevoke: (key: BotKey) => void };

/** The account's keys, newest first, dead ones too: their last use and their end are worth knowing. */
export function BotKeyList({ keys, onRevoke }: BotKeyListProps) {
  const text = useText("botKeys");
  const [openedAt] = useState(() => Date.now());
  // Nothing that has happened lies ahead, whatever happened since the page was opened.
  const now = Math.max(openedAt, ...keys.flatMap(happened));
  if (keys.length === 0) {
    return (
      <div className="rounded-md border border-dashed p-6 text-center">
        <p className="font-medium">{text("none")}</p>
        <p className="mt-1 text-ink-muted">{text("noneDetail")}</p>
      </div>
    );
  }
  return (
    <ul aria-label={text("list")} className="flex flex-col gap-3">
      {keys.map((key) => (
        <BotKeyItem key={key.id} botKey={key} now={now} onRevoke={() => onRevoke(key)} />
      ))}
    </ul>
  );
}

function happened({ createdAt, lastUsedAt, revokedAt }: BotKey): number[] {
  return [createdAt, lastUsedAt, revokedAt].flatMap((at) => (at === null ? [] : Date.parse(at)));
}

type ItemProps = { botKey: BotKey; now: number; onRevoke: () => void };

function BotKeyItem({ botKey, now, onRevoke }: ItemProps) {
  const text = useText("botKeys");
  const isLive = botKey.state === "active" || botKey.state === "expiring";
  return (
    <li className="flex flex-col gap-3 rounded-md border bg-surface p-4">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <h2 className="flex flex-wrap items-center gap-2 text-sm font-semibold">
            <bdi className="break-words">{botKey.name}</bdi>
            <StateBadge state={botKey.state} />
          </h2>
          <p className="mt-0.5 font-mono text-xs break-all text-ink-muted" dir="ltr">
            {botKey.id} · {botKey.preview}
          </p>
        </div>
        {isLive ? (
          <Button
            className="pointer-coarse:min-h-11"
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
        <Facts botKey={botKey} now={now} />
      </dl>
      <Usage url={`${BOT_KEYS}/${botKey.id}/usage`} />
    </li>
  );
}

function Facts({ botKey, now }: { botKey: BotKey; now: number }) {
  const text = useText("botKeys");
  const { account, allowlist, expiresAt, revokedAt, lastUsedAddress, lastUsedAgent } = botKey;
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
        <KeyTime at={botKey.lastUsedAt} now={now} />
        {lastUsedAddress === null ? null : (
          <span dir="ltr" className="block break-all text-ink-muted">
            {lastUsedAddress}
            {lastUsedAgent === null ? "" : ` · ${lastUsedAgent}`}
          </span>
        )}
      </Fact>
      <Fact name={text("created")}>
        <KeyTime at={botKey.createdAt} now={now} />
      </Fact>
      {revokedAt === null ? (
        <Fact name={text("expires")}>
          {expiresAt === null ? text("never") : <KeyTime at={expiresAt} now={now} />}
        </Fact>
      ) : (
        <Fact name={text("revoked")}>
          <KeyTime at={revokedAt} now={now} />
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
