/** Keys of machines, their usage, and the check of an allowlist, as owner and operator read them. */
import { z } from "zod";
import { mapPermissions } from "#lib/protocol/key-permissions.ts";
import { KEY_STATES, KEY_TIERS } from "#lib/protocol/key-state.ts";
import { SCOPES } from "#lib/protocol/scopes.ts";

const moment = z.iso.datetime();

const id = z.string();
/** The prefix of the secret (`svc_sk_…`, `tbs_…`) and its last four characters. */
const preview = z.string();
const name = z.string();
/** `expiring`: within 14 days. */
const state = z.enum(KEY_STATES);

/** The terms and the last use of a key of any kind. */
const terms = {
  createdAt: moment,
  /** Null: it does not expire. */
  expiresAt: moment.nullable(),
  revokedAt: moment.nullable(),
  /** Time of the last accepted call. The three fields are written some seconds late. */
  lastUsedAt: moment.nullable(),
  lastUsedAddress: z.string().nullable(),
  lastUsedAgent: z.string().nullable(),
  /** Addresses and networks in canonical form. Empty, which only an MCP key may be: from anywhere. */
  allowlist: z.array(z.string()),
  tier: z.enum(KEY_TIERS),
};

/** The last endpoint of another kind that the key was sent to, and how often that happened. */
const wrongDoor = z.strictObject({ at: moment, path: z.string(), count: z.int() }).nullable();

const common = { id, preview, name, state, ...terms };
/** Only in the answer that creates the key. */
const secret = { secret: z.string() };

export const McpKey = z.strictObject({
  ...common,
  expiresAt: moment,
  ...mapPermissions(() => z.boolean()),
  /** The key that this one replaced. */
  replaces: z.string().nullable(),
  wrongDoor,
});
export const NewMcpKey = McpKey.extend(secret);

/** A webhook that a key registered, changed or gave a secret: it stays when the key ends. */
export const WebhookOfKey = z.strictObject({ id: z.string(), origin: z.string() });
export type WebhookOfKey = z.output<typeof WebhookOfKey>;

/** In the list of keys. */
export const ListedMcpKey = McpKey.extend({ webhooks: z.array(WebhookOfKey) });
export type ListedMcpKey = z.output<typeof ListedMcpKey>;
export type McpKey = z.output<typeof McpKey>;
export type NewMcpKey = z.output<typeof NewMcpKey>;

export const BotKey = z.strictObject({
  ...common,
  /** The wallet whose account the bot reads. */
  account: z.string().nullable(),
  canStageOrders: z.boolean(),
  wrongDoor,
});
export const NewBotKey = BotKey.extend(secret);
export type BotKey = z.output<typeof BotKey>;
export type NewBotKey = z.output<typeof NewBotKey>;

/** What a bot key learns about itself. */
export const WhoAmI = z.strictObject({
  keyId: z.string(),
  /** Id of the account that the key belongs to. */
  owner: z.string(),
  /** The wallet whose orders and positions it reads; null when the owner has none. */
  account: z.string().nullable(),
  /** The address that the call came from. */
  address: z.string(),
  tier: z.enum(KEY_TIERS),
  /** Whether it may propose orders. */
  canStageOrders: z.boolean(),
  /** Null: the key does not expire. */
  expiresAt: moment.nullable(),
  serverTime: moment,
});
export type WhoAmI = z.output<typeof WhoAmI>;

/** A key of any kind, with its owner. */
export const OperatorKey = z
  .strictObject({
    kind: z.enum(["mcp", "bot"]),
    id,
    userId: z.string(),
    name,
    preview,
    state,
    ...terms,
    wrongDoor,
  })
  .meta({ id: "OperatorKey" });
export type OperatorKey = z.output<typeof OperatorKey>;

export const RevokedKeys = z.strictObject({ revoked: z.int() });

/** What a live MCP key learns about itself. */
export const ValidKey = z.strictObject({
  valid: z.literal(true),
  id,
  /** The account that the key acts for. */
  owner: z.string(),
  state: z.enum(["active", "expiring"]),
  expiresAt: moment,
  scopes: z.array(z.enum(SCOPES)),
});
export type ValidKey = z.output<typeof ValidKey>;

export const KeyUsageDays = z.strictObject({
  days: z.array(
    z.strictObject({
      /** UTC. */
      day: z.iso.date(),
      /** Requests by `ok` or the code of their refusal; empty on a day without any. */
      outcomes: z.record(z.string(), z.int()),
    }),
  ),
});
export type KeyUsageDays = z.output<typeof KeyUsageDays>;

export const AddressCheck = z.strictObject({
  /** The caller's address as the service sees it. */
  yourAddress: z.string(),
  /** In canonical form, each once. */
  entries: z.array(z.string()),
  refused: z.array(
    z.strictObject({
      entry: z.string(),
      problem: z.enum(["not_an_address", "zone", "leading_zeros", "prefix_too_long", "host_bits"]),
      reason: z.string(),
      /** The network that an entry with `host_bits` may mean. */
      network: z.string().optional(),
    }),
  ),
  /** The address to try in canonical form; null when it is absent or invalid. */
  address: z.string().nullable(),
  /** Why the address to try is invalid, as a sentence without its full stop. */
  addressProblem: z.string().nullable(),
  /** Whether the entries allow it; null without one. */
  allowed: z.boolean().nullable(),
  /** The first entry that allows it. */
  matched: z.string().nullable(),
  /** When none allows it: the entry that shares the most leading bits with it. */
  nearest: z.string().nullable(),
});
export type AddressCheck = z.output<typeof AddressCheck>;
