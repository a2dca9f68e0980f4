"use client";

import { buttonStyle } from "#components/ui/button.tsx";
import { cn } from "#components/ui/class-names.ts";

/** The style of that button: as wide as a finger when it shows letters only. */
export const accountButton = buttonStyle({
  className: "min-w-0 pointer-coarse:min-h-11 pointer-coarse:min-w-11",
});

type AccountNameProps = {
  /** The short address, or the name of a person without one. */
  name: string;
  className?: string;
};

/** The name of the account in the button that opens its menu. On a phone the bar has room for its first letters only. */
export function AccountName({ name, className }: AccountNameProps) {
  return (
    <bdi
      className={cn(
        "truncate max-[479px]:w-[2ch] max-[479px]:font-mono max-[479px]:text-clip",
        className,
      )}
    >
      {name}
    </bdi>
  );
}
