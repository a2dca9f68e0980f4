/** The one request that a command of the operator stands for. */

export const PARTNER_COMMANDS = [
  "show",
  "run",
  "settlements",
  "pay",
  "fail",
  "import",
  "reverse",
] as const;
export type KeysName = "find" | "show" | "limits" | "revoke" | "audit";
export type PartnerName = `partner ${(typeof PARTNER_COMMANDS)[number]}`;

export type OperatorRequest = {
  name: KeysName | PartnerName;
  method: "GET" | "POST" | "PUT" | "DELETE";
  /** Path and query below /api/operator/v1. */
  path: string;
  body?: Record<string, unknown>;
};
