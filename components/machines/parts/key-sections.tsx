"use client";

import { Fragment, type ReactNode } from "react";
import { useText } from "#components/i18n/i18n-provider.tsx";
import type { KeyState } from "#lib/protocol/key-state.ts";

type Key = { id: string; state: KeyState };

type KeySectionsProps = {
  keys: readonly Key[];
  /** Below the live keys, when there are any. */
  belowLive?: ReactNode;
  /** A list item. */
  card: (id: string) => ReactNode;
};

export function isLive({ state }: Pick<Key, "state">): boolean {
  return state === "active" || state === "expiring";
}

/** The live keys, then the ended ones. */
export function KeySections({ keys, belowLive, card }: KeySectionsProps) {
  const text = useText("keys");
  const list = (title: string, some: readonly Key[], below?: ReactNode) =>
    some.length === 0 ? null : (
      <section aria-label={title} className="flex flex-col gap-2">
        <h2 className="text-xs font-semibold text-ink-muted">{title}</h2>
        <ul aria-label={title} className="flex flex-col gap-3">
          {some.map(({ id }) => (
            <Fragment key={id}>{card(id)}</Fragment>
          ))}
        </ul>
        {below}
      </section>
    );
  return (
    <>
      {list(text("live"), keys.filter(isLive), belowLive)}
      {list(
        text("dead"),
        keys.filter((key) => !isLive(key)),
      )}
    </>
  );
}
