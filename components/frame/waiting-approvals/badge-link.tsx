"use client";

import { ClipboardCheck } from "lucide-react";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { useEffect } from "react";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { buttonStyle } from "#components/ui/button.tsx";
import { cn } from "#components/ui/class-names.ts";
import type { WaitingOrders } from "#lib/protocol/wire/staged-order.ts";
import { showApprovalToast } from "./approval-toast.ts";
import { WaitingCount } from "./waiting-count.tsx";

/** Links to the orders that wait for approval, shows their number, and raises a toast for each new one. */
export default function BadgeLink({ waiting }: { waiting: WaitingOrders }) {
  const text = useText("notifications");
  const path = usePathname();
  const { count } = waiting;
  useEffect(() => void showApprovalToast(waiting, path), [waiting, path]);
  return (
    <Link
      href="/approvals"
      aria-label={text("waitingApprovals", { count })}
      title={text("waitingApprovals", { count })}
      className={cn(
        buttonStyle({ tone: "quiet", size: "icon" }),
        "relative shrink-0 !text-warn pointer-coarse:min-h-11 pointer-coarse:min-w-11",
      )}
    >
      <ClipboardCheck size={15} aria-hidden />
      <WaitingCount className="absolute -end-0.5 -top-0.5 pointer-coarse:end-1 pointer-coarse:top-1.5" />
    </Link>
  );
}
