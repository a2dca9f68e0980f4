import Link from "next/link";
import { buttonStyle } from "#components/ui/button.tsx";
import { BUY_PARAMETER, BUY_PATH } from "#lib/protocol/onramp.ts";

type BuyLinkProps = {
  /** In the page's language: the text `buy` of `chain`. */
  label: string;
  size?: "xs" | "sm";
  className?: string;
};

/**
 * Opens the dialog that sells USDC by card. Show it only where a provider is configured. It works
 * without scripts.
 */
export function BuyLink({ label, size = "xs", className }: BuyLinkProps) {
  return (
    <Link
      href={`${BUY_PATH}?${BUY_PARAMETER}`}
      className={buttonStyle({ size, className })}
      prefetch={false}
      scroll={false}
    >
      {label}
    </Link>
  );
}
