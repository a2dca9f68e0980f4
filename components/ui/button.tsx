import { cva, type VariantProps } from "class-variance-authority";
import type { ComponentProps } from "react";
import { cn } from "./class-names.ts";

/** The style of a button, for other elements. */
export const buttonStyle = cva(
  "inline-flex items-center justify-center gap-1.5 rounded font-medium whitespace-nowrap select-none transition-colors disabled:opacity-50 disabled:cursor-not-allowed aria-disabled:opacity-50 aria-disabled:cursor-not-allowed",
  {
    variants: {
      tone: {
        primary: "bg-accent-strong text-accent-ink hover:brightness-110",
        neutral: "border border-line-strong bg-raised text-ink hover:bg-hover",
        quiet: "text-ink-muted hover:bg-hover hover:text-ink",
        buy: "bg-up-strong text-white hover:brightness-110",
        danger: "bg-bad-strong text-white hover:brightness-110",
        warn: "bg-warn text-canvas hover:brightness-110",
        sell: "bg-down-strong text-white hover:brightness-110",
      },
      size: {
        xs: "h-6 px-2 text-2xs max-lg:h-7",
        sm: "h-7 px-2.5 text-xs max-lg:h-8",
        // Its words wrap where they are longer than the smallest phone is wide.
        md: "h-8 px-3 text-sm pointer-coarse:min-h-11 max-[359px]:h-auto max-[359px]:whitespace-normal",
        lg: "h-10 px-4 text-base pointer-coarse:min-h-11",
        icon: "h-7 w-7 max-lg:h-8 max-lg:w-8",
      },
    },
    defaultVariants: { tone: "neutral", size: "sm" },
  },
);

type ButtonProps = ComponentProps<"button"> & VariantProps<typeof buttonStyle>;

export function Button({ tone, size, className, type = "button", ...rest }: ButtonProps) {
  return <button type={type} className={cn(buttonStyle({ tone, size }), className)} {...rest} />;
}
