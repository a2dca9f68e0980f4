/** The icon of each type, for pages that the server renders too. */
import {
  Globe,
  Handshake,
  Landmark,
  ListPlus,
  LockOpen,
  type LucideIcon,
  ShieldAlert,
} from "lucide-react";
import type { CatalystType } from "#lib/protocol/market-knowledge.ts";

export const TYPE_ICONS: Readonly<Record<CatalystType, LucideIcon>> = {
  listing: ListPlus,
  regulatory: Landmark,
  hack: ShieldAlert,
  macro: Globe,
  partnership: Handshake,
  unlock: LockOpen,
};
