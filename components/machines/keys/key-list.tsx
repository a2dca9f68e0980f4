"use client";

import type { ReactNode } from "react";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { Button } from "#components/ui/button.tsx";
import { KeyCard } from "./key-card.tsx";
import { type Ask, isLive, type KeyKind, type MachineKey } from "./key-kind.ts";

type KeyListProps<Key extends MachineKey> = {
  kind: KeyKind<Key>;
  keys: readonly Key[];
  onAsk: Ask<Key>;
};

/** The live keys, then the ended ones. */
export function KeyList<Key extends MachineKey>({ kind, keys, onAsk }: KeyListProps<Key>) {
  const text = useText("keys");
  const live = keys.filter(isLive);
  const list = (title: string, some: readonly Key[], below?: ReactNode) =>
    some.length === 0 ? null : (
      <section aria-label={title} className="flex flex-col gap-2">
        <h2 className="text-xs font-semibold text-ink-muted">{title}</h2>
        <ul aria-label={title} className="flex flex-col gap-3">
          {some.map((key) => (
            <KeyCard
              key={key.id}
              entry={key}
              isLive={isLive(key)}
              endpoint={kind.endpoint}
              summary={kind.summary(key, keys)}
              details={kind.details(key)}
              onRotate={kind.canRotate ? (from) => onAsk({ what: "rotate", key, from }) : undefined}
              onRename={(from) => onAsk({ what: "rename", key, from })}
              onRevoke={() => onAsk({ what: "revoke", keys: [key], isAll: false })}
            />
          ))}
        </ul>
        {below}
      </section>
    );
  return (
    <>
      {list(
        text("live"),
        live,
        kind.canRevokeAll ? (
          <Button
            size="md"
            className="self-end !text-bad"
            onClick={() => onAsk({ what: "revoke", keys: live, isAll: true })}
          >
            {text("revokeAll")}
          </Button>
        ) : null,
      )}
      {list(
        text("dead"),
        keys.filter((key) => !isLive(key)),
      )}
    </>
  );
}
