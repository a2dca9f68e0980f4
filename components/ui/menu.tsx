"use client";

import type { Route } from "next";
import { lazy, type ReactNode, Suspense, useState } from "react";

export type MenuEntry = {
  key: string;
  label: ReactNode;
  /** Present in a menu that is a choice of one. */
  selected?: boolean;
  /** An entry is a link or an action. */
  href?: Route;
  onSelect?: () => void;
};

export type MenuProps = {
  /** Spoken name of the button. */
  label: string;
  /** What the button shows. */
  button: ReactNode;
  buttonClassName: string;
  entries: readonly MenuEntry[];
  heading?: ReactNode;
  align?: "start" | "end";
  className?: string;
  onOpenChange?: (open: boolean) => void;
};

const load = () => import("./menu-open.tsx");
const OpenedMenu = lazy(load);

/**
 * A menu under a button. Its code is fetched when the pointer or the focus comes near, so that the page does not
 * carry it at first; until then the button alone is there.
 */
export function Menu(props: MenuProps) {
  const [asked, setAsked] = useState(false);
  const plain = (
    <button
      type="button"
      aria-label={props.label}
      aria-haspopup="menu"
      aria-expanded={false}
      className={props.buttonClassName}
      onPointerEnter={preload}
      onFocus={preload}
      onClick={() => {
        // A menu that can not be loaded leaves its button as it is; the next click tries again.
        load().then(
          () => {
            props.onOpenChange?.(true);
            setAsked(true);
          },
          () => undefined,
        );
      }}
    >
      {props.button}
    </button>
  );
  if (!asked) return plain;
  return (
    <Suspense fallback={plain}>
      <OpenedMenu {...props} />
    </Suspense>
  );
}

function preload(): void {
  void load().catch(() => undefined);
}
