/** Messages between gateways and the host; each holds what one turn of an event loop gathered. */

/** A request other than a signed command: a read of the engine's state, or an operation of the operator. */
export type Call = {
  id: number;
  name: string;
  /** The account that the API key is pinned to; null for public and operator calls. */
  account: string | null;
  params: CallParams;
};

export type CallParams = Readonly<Record<string, unknown>>;

/** A price of the oracle for one market; without a confidence where it gave none. */
export type GivenMark = { symbol: string; price: string; confidence: string | null };

export type ToHost = {
  /** `[u32 id, u32 length, bytes]…`, little-endian: encoded commands in order of arrival. */
  commands: ArrayBuffer | null;
  calls: Call[];
};

/** Answers, by position: JSON texts with their status, each for one id. */
export type ToGateway = { ids: number[]; statuses: number[]; bodies: string[] };

/** A key in the gateways' copy. `slot` is its place in the table of limits. */
export type MirroredKey = {
  hash: string;
  account: string;
  signer: string;
  /** Unix ms; 0 when it does not expire. */
  expiresAt: number;
  slot: number;
};

export type MirroredSigner = { pubkey: string; scopes: number; expiresAt: number };

/** All credentials of one account; they replace those that the gateway knew. */
export type AccountCredentials = {
  account: string;
  signers: MirroredSigner[];
  keys: MirroredKey[];
};

/** One change of credentials; versions are consecutive. */
export type CredentialChange = AccountCredentials & { version: number };

export type CredentialSnapshot = { version: number; accounts: AccountCredentials[] };
