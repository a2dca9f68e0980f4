/** The one request that a command of the operator stands for. */

export const PARTNER_COMMANDS = [
  "show",
  "run",
  "settlements",
  "pay",
  "fail",
  "import",
  "reverse",
  "reviews",
  "review",
] as const;
export const CATALYST_COMMANDS = ["split"] as const;
export const WEBHOOK_COMMANDS = ["list", "show", "pause", "resume"] as const;
export type KeysName = "find" | "show" | "limits" | "revoke" | "audit";
export type PartnerName = `partner ${(typeof PARTNER_COMMANDS)[number]}`;

export type WebhooksName = `webhooks ${(typeof WEBHOOK_COMMANDS)[number]}`;

export type CatalystsName = `catalysts ${(typeof CATALYST_COMMANDS)[number]}`;

export type OperatorRequest = {
  name: KeysName | PartnerName | WebhooksName | CatalystsName;
  method: "GET" | "POST" | "PUT" | "DELETE";
  /** Path and query below /api/operator/v1. */
  path: string;
  body?: Record<string, unknown>;
};
