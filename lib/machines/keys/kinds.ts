/** The kinds of keys and all that differs between them: the verbs of this folder read it from this table. */
import "server-only";
import { eq, type SQL } from "drizzle-orm";
import { botKeys, mcpKeys } from "#lib/machines/schema/keys.ts";
import { isBotKey, isMcpKey } from "#lib/protocol/key-formats.ts";
import { type McpPermission, mapPermissions } from "#lib/protocol/key-permissions.ts";
import { REMINDER_DAYS } from "#lib/protocol/key-state.ts";
import { digestOf, hashedSecret, sealedSecret } from "./_secrets.ts";

/** The terms of a new key. A kind leaves out those that it does not have. */
export type KeyTerms = {
  /** Undefined: a name is made from the kind's and the end of the secret. */
  name: string | undefined;
  allowlist: string[];
  tier: "default" | "elevated";
  /** Until it expires; undefined: never. */
  days: number | undefined;
  permissions: Record<McpPermission, boolean>;
  /** The key that it replaces. */
  replaces: string | null;
  /** The wallet of the session that creates it. */
  account: string | undefined;
};

type Described = {
  /** The actor that a key becomes; its audit actions begin with it. */
  actor: "mcp_key" | "bot_key";
  /** The columns that only this kind has and its owner sees. */
  shown: object;
  idPrefix: "mcp" | "tbk";
  secretPrefix: string;
  /** Makes a secret for the key with this id, and what is stored of it. */
  makeSecret: (id: string) => { secret: string; stored: object };
  /** Finds the row of a presented credential; undefined when the text does not have the form of one. */
  presented: (text: string) => SQL | undefined;
  /** Begins the name of a key whose owner gave it none. */
  defaultName: string;
  /** Keys of one account that are neither revoked nor expired. */
  mostLive: number;
  /** False: an empty allowlist allows every address. True: none. */
  needsAllowlist: boolean;
  /** What a new row has beside the columns of every kind. */
  ownColumns: (terms: KeyTerms) => object;
  /** What the audit log says of a new key beside its name. */
  details: (terms: KeyTerms) => Record<string, string | number | boolean>;
};

const mcp = {
  actor: "mcp_key",
  table: mcpKeys,
  shown: { ...mapPermissions((name) => mcpKeys[name]), replaces: mcpKeys.replaces },
  idPrefix: "mcp",
  secretPrefix: "svc_sk_",
  makeSecret: hashedSecret,
  presented: (text) => (isMcpKey(text) ? eq(mcpKeys.hash, digestOf(text)) : undefined),
  defaultName: "MCP key",
  mostLive: 50,
  needsAllowlist: false,
  ownColumns: ({ permissions, replaces, days = 0 }) => ({
    ...permissions,
    replaces,
    // The owner of a key for a week needs no mail about it on the first day.
    remindedDays: REMINDER_DAYS.findLast((reminder) => reminder >= days) ?? null,
  }),
  details: ({ days = 0, permissions }) => ({ expiresInDays: days, ...permissions }),
} as const satisfies Described & { table: typeof mcpKeys };

const bot = {
  actor: "bot_key",
  table: botKeys,
  shown: { account: botKeys.account, canStageOrders: botKeys.canStageOrders },
  idPrefix: "tbk",
  secretPrefix: "tbs_",
  makeSecret: sealedSecret,
  presented: (text) => (isBotKey(text) ? eq(botKeys.id, text) : undefined),
  defaultName: "Bot key",
  mostLive: 20,
  needsAllowlist: true,
  ownColumns: ({ account = null, permissions: { canStageOrders } }) => ({
    account,
    canStageOrders,
  }),
  details: ({ allowlist, permissions: { canStageOrders } }) => ({
    allowlist: allowlist.join(" ").slice(0, 200),
    canStageOrders,
  }),
} as const satisfies Described & { table: typeof botKeys };

export const KEY_KINDS = { mcp, bot };

export type KeyKindName = keyof typeof KEY_KINDS;
export type KeyKind = (typeof KEY_KINDS)[KeyKindName];

/** `id`: `mcp_…` or `tbk_…`. */
export function kindOf(id: string): KeyKindName {
  return id.startsWith("mcp_") ? "mcp" : "bot";
}
