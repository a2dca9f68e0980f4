/** The authenticated caller. The first line of each verb checks this, and nothing else, to decide whether it may run. */

import type { McpPermission } from "#lib/protocol/key-permissions.ts";
import type { Scope } from "#lib/protocol/scopes.ts";

export type KeyTier = "default" | "elevated";

export type Actor =
  | { kind: "anonymous" }
  /** A signed-in person. */
  | {
      kind: "session";
      userId: string;
      sessionId: string;
      /** Base58 public key of the wallet that the session acts for; a person who signed in by mail may have none. */
      account: string | undefined;
      /** When this person last proved an identity, in Unix milliseconds. */
      provedAt: number;
    }
  /** A backend of the key's owner, or one assistant that acts as the owner. */
  | ({
      kind: "mcp_key";
      userId: string;
      keyId: string;
      tier: KeyTier;
      /** When the key ends, in Unix milliseconds. */
      expiresAt: number;
      /** The user has paused all assistants. */
      isPaused?: true;
    } & Record<McpPermission, boolean>)
  /** An app or an assistant to which a user granted scopes. */
  | {
      kind: "oauth_grant";
      userId: string;
      grantId: string;
      clientId: string;
      /** As the consent page showed it. */
      clientName: string;
      scopes: readonly Scope[];
      /** When the access token ends, in Unix milliseconds. */
      expiresAt: number;
      isPaused?: true;
      /** Scopes that a call lacked before this token was got by a refresh, which cannot give them. */
      soughtScopes?: readonly Scope[];
    }
  /** A bot that signs its calls. */
  | {
      kind: "bot_key";
      userId: string;
      keyId: string;
      account: string | undefined;
      tier: KeyTier;
      canStageOrders: boolean;
    }
  /** The operator of this service, by the key of its environment. */
  | { kind: "operator" };

export type SessionActor = Extract<Actor, { kind: "session" }>;
export type McpKeyActor = Extract<Actor, { kind: "mcp_key" }>;
export type OauthGrantActor = Extract<Actor, { kind: "oauth_grant" }>;
/** Callers of the assistant endpoint. */
export type AssistantActor = McpKeyActor | OauthGrantActor;
export type BotKeyActor = Extract<Actor, { kind: "bot_key" }>;

/** A signed-in person whose session acts for a wallet: trading verbs require it. */
export type WalletActor = SessionActor & { account: string };

/** A signed-in person, or an MCP key of theirs: their own backend, or an assistant that acts as them. */
export type OwnerActor = SessionActor | McpKeyActor;

/** The same, or an app to which the person granted the scope of what it reads. */
export type ReaderActor = OwnerActor | OauthGrantActor;

/** Where a call came from, as lists and audit rows show it. */
export type Client = {
  /** As `clientAddress` gives it. */
  address: string;
  /** The User-Agent, cut to 200 characters. */
  agent: string;
};
