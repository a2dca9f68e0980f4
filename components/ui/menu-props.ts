/** What a menu shows, for the placeholder button and for the menu that is loaded later. */
import type { Route } from "next";
import type { ReactNode } from "react";

export type MenuEntry = {
  key: string;
  label: ReactNode;
  /** Set in a menu that is a single choice. */
  selected?: boolean;
  /** Makes the entry a link; otherwise it is an action. */
  href?: Route;
  onSelect?: () => void;
};

export type MenuProps = {
  /** Accessible name of the button. */
  label: string;
  /** Content of the button. */
  button: ReactNode;
  buttonClassName: string;
  entries: readonly MenuEntry[];
  heading?: ReactNode;
  align?: "start" | "end";
  className?: string;
  onOpenChange?: (open: boolean) => void;
  /** The placeholder button was pressed, so the menu opens at once. */
  isPressed?: boolean;
};
