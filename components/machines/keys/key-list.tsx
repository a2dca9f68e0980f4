"use client";

import { useText } from "#components/i18n/i18n-provider.tsx";
import { Button } from "#components/ui/button.tsx";
import { KeyCard } from "./key-card.tsx";
import { type Ask, isLive, type KeyKind, type MachineKey } from "./key-kind.ts";
import { inPairs, type Listed } from "./replaced.ts";

type KeyListProps<Key extends MachineKey> = {
  kind: KeyKind<Key>;
  keys: readonly Key[];
  onAsk: Ask<Key>;
};

/** The live keys, each with the one that it replaced, then the ended ones. */
export function KeyList<Key extends MachineKey>({ kind, keys, onAsk }: KeyListProps<Key>) {
  const text = useText("keys");
  const list = (title: string, some: readonly Listed<Key>[]) =>
    some.length === 0 ? null : (
      <section aria-label={title} className="flex flex-col gap-2">
        <h2 className="text-xs font-semibold text-ink-muted">{title}</h2>
        <ul aria-label={title} className="flex flex-col gap-3">
          {some.map(({ key, isReplaced }) => (
            <KeyCard
              key={key.id}
              entry={key}
              isLive={isLive(key)}
              isReplaced={isReplaced}
              endpoint={kind.endpoint}
              summary={kind.summary(key, keys)}
              details={kind.details(key)}
              onRotate={kind.canRotate ? (from) => onAsk({ what: "rotate", key, from }) : undefined}
              onRename={(from) => onAsk({ what: "rename", key, from })}
              onRevoke={() => onAsk({ what: "revoke", keys: [key], isAll: false })}
            />
          ))}
        </ul>
      </section>
    );
  const dead = keys.filter((key) => !isLive(key)).map((key) => ({ key, isReplaced: false }));
  return (
    <>
      {list(text("live"), inPairs(keys.filter(isLive)))}
      {list(text("dead"), dead)}
    </>
  );
}

type RevokeAllProps<Key extends MachineKey> = { keys: readonly Key[]; onAsk: Ask<Key> };

/** For an owner who does not know which key has leaked. It is apart from the buttons of single keys. */
export function RevokeAll<Key extends MachineKey>({ keys, onAsk }: RevokeAllProps<Key>) {
  const text = useText("keys");
  const live = keys.filter(isLive);
  if (live.length === 0) return null;
  return (
    <section
      aria-label={text("revokeAllWhen")}
      className="mt-4 flex flex-wrap items-center justify-between gap-3 rounded-md border border-dashed p-4"
    >
      <div className="min-w-0 flex-1 basis-60">
        <h2 className="text-sm font-semibold">{text("revokeAllWhen")}</h2>
        <p className="mt-1 text-xs text-ink-muted">{text("revokeAllHint")}</p>
      </div>
      <Button
        size="md"
        className="!text-bad"
        onClick={() => onAsk({ what: "revoke", keys: live, isAll: true })}
      >
        {text("revokeAll")}
      </Button>
    </section>
  );
}
