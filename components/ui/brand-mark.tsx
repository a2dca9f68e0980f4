import { cn } from "./class-names.ts";

type BrandMarkProps = {
  /** Height of the sign, in pixels. */
  size?: number;
  /** Without the name, where it has no room. */
  signOnly?: boolean;
  className?: string;
};

/**
 * The product's sign and name. Two sides hook into each other: one in the accent, the other in the colour of the text.
 * Decorative; the link or heading around it says its name. `app/icon.svg` draws the same sign.
 */
export function BrandMark({ size = 20, signOnly = false, className }: BrandMarkProps) {
  return (
    <span aria-hidden className={cn("inline-flex items-center gap-1.5", className)}>
      <svg
        width={size}
        height={size}
        viewBox="1.5 1.5 21 21"
        fill="none"
        strokeWidth="4"
        strokeLinecap="round"
      >
        <path d="M4 19h9.5a5 5 0 0 0 0-10" stroke="currentColor" />
        <path d="M20 5h-9.5a5 5 0 0 0 0 10" className="stroke-accent" />
      </svg>
      {signOnly ? null : (
        <span className="text-lg leading-none font-semibold tracking-tight">svc</span>
      )}
    </span>
  );
}
