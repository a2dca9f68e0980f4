import { ChevronDown, ChevronUp } from "lucide-react";
import type { ReactNode } from "react";
import type { FeatureText } from "#components/i18n/sources.ts";
import { cn } from "#components/ui/class-names.ts";

/**
 * Names of the buttons that the server renders. A press before their code is loaded is remembered
 * by this name.
 */
export const TOGGLE = "toggle";
export const TOGGLE_ID = "highlights-toggle";

export const STRIP_CARD = "w-max max-w-96 border-e max-sm:max-w-80";
export const MENU_BUTTON =
  "flex w-8 shrink-0 items-center justify-center rounded text-ink-muted outline-offset-[-2px] hover:bg-hover hover:text-ink pointer-coarse:w-11";

type StripFrameProps = {
  text: FeatureText<"highlights">;
  isOpen: boolean;
  /** Undefined until the cards are known. */
  count: number | undefined;
  onToggle?: () => void;
  /** Shown before the cards. */
  notice?: ReactNode;
  children: ReactNode;
};

/** A row of fixed height above the chart: cards that appear or disappear move nothing. */
export function StripFrame({ text, isOpen, count, onToggle, notice, children }: StripFrameProps) {
  const Chevron = isOpen ? ChevronUp : ChevronDown;
  return (
    <section
      aria-label={text("highlights")}
      data-highlights={isOpen ? "open" : "closed"}
      className={cn(
        "flex shrink-0 items-stretch border-b",
        isOpen ? "h-13 pointer-coarse:h-16" : "h-7 pointer-coarse:h-11",
      )}
    >
      <button
        type="button"
        id={TOGGLE_ID}
        name={TOGGLE}
        aria-expanded={isOpen}
        onClick={onToggle}
        className={cn(
          "flex shrink-0 items-center gap-1.5 text-2xs text-ink-muted outline-offset-[-2px] hover:bg-hover hover:text-ink pointer-coarse:min-w-11",
          isOpen ? "justify-center border-e px-1.5" : "grow px-2",
        )}
      >
        <Chevron size={14} aria-hidden className="shrink-0" />
        <span className={cn(isOpen && "sr-only")}>{text("highlights")}</span>
        {isOpen ? null : <span className="text-ink-faint">{count}</span>}
      </button>
      {notice}
      {!isOpen || count === undefined ? null : count === 0 ? (
        <p className="self-center px-3 text-xs text-ink-muted">{text("none")}</p>
      ) : (
        // Relative: text for screen readers stays inside the scrolling box.
        <ul className="relative flex min-w-0 flex-1 items-stretch overflow-x-auto overflow-y-hidden [scrollbar-width:thin]">
          {children}
        </ul>
      )}
    </section>
  );
}
