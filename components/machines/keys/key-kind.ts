/** What the pages of keys share, and what is particular to the page of one kind. */
import type { ComponentType, ReactNode, RefObject } from "react";
import type { KeyState } from "#lib/protocol/key-state.ts";
import type { BotKey, McpKey, WebhookOfKey } from "#lib/protocol/wire/machine-keys.ts";

/** `webhooks`: those that stay when the key ends, in the list of MCP keys. */
export type MachineKey = (McpKey | BotKey) & { webhooks?: readonly WebhookOfKey[] };

export type KeyDialogProps<Key extends MachineKey = MachineKey> = {
  /** The endpoint that accepts the key. */
  endpoint: string;
  /** The key that the new one replaces, if any. */
  replaced?: Key | undefined;
  /** Called at the end, also when it is unknown whether a key was created. */
  onClose: () => void;
  /** Gets the focus when the last dialog closes. */
  returnFocus: RefObject<Element | null>;
};

/** What is particular to the page of one kind of keys. */
export type KeyKind<Key extends MachineKey = MachineKey> = {
  /** Its messages; those of each kind have the texts that all pages show. */
  messages: "mcpKeys" | "botKeys";
  /** Lists and creates keys. */
  url: string;
  /** The endpoint that accepts them. */
  endpoint: string;
  canRotate: boolean;
  canRevokeAll: boolean;
  above?: ReactNode;
  /** In place of the list when there are no keys. */
  empty: ReactNode;
  below?: ReactNode;
  /** Below the name of a key. `all`: the keys of the list. */
  summary: (key: Key, all: readonly Key[]) => ReactNode;
  /** Its facts and its usage. */
  details: (key: Key) => ReactNode;
  /** Creates a key: first the form, then the secret, shown once. Loaded on demand. */
  MakeKey: ComponentType<KeyDialogProps<Key>>;
};

/** A question to the user, in a dialog. */
export type KeyQuestion<Key> =
  | { what: "create" }
  /** `from`: the pressed button. */
  | { what: "rotate" | "rename"; key: Key; from: Element }
  | { what: "revoke"; keys: readonly Key[]; isAll: boolean };

export type Ask<Key> = (question: KeyQuestion<Key>) => void;

export function isLive({ state }: { state: KeyState }): boolean {
  return state === "active" || state === "expiring";
}
