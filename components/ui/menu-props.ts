/** What a menu shows, for the placeholder button and for the menu that is loaded later. */
import type { Route } from "next";
import type { ReactNode } from "react";

export type MenuEntry = {
  key: string;
  label: ReactNode;
  /** Set in a menu that is a single choice. */
  selected?: boolean;
  /** A state that the entry shows by a tick, and turns. */
  checked?: boolean;
  /** The state is a choice among the neighbours. */
  isOneOf?: boolean;
  /** A line above it parts it from the entries before. */
  startsGroup?: boolean;
  /** Makes the entry a link; otherwise it is an action. */
  href?: Route;
  onSelect?: () => void;
};

/** All but the entries, which a menu that is loaded later may make itself. */
export type MenuHead = {
  /** Accessible name of the button. */
  label: string;
  /** Content of the button. */
  button: ReactNode;
  buttonClassName: string;
  heading?: ReactNode;
  align?: "start" | "end";
  className?: string;
  onOpenChange?: (open: boolean) => void;
  /** The placeholder button was pressed, so the menu opens at once. */
  isPressed?: boolean;
};

export type MenuProps = MenuHead & { entries: readonly MenuEntry[] };
