/** An account's sign-in methods as the service returns them. Times are ISO 8601, UTC. */

export type Identity = {
  id: string;
  kind: "wallet" | "email" | "oidc";
  /** Base58 public key, mail address, or what the provider calls the person. */
  label: string;
  createdAt: string;
  lastUsedAt: string;
};

export type IdentityList = {
  identities: readonly Identity[];
  ways: { email: boolean; oidc: { name: string } | null };
  /** Until when changes need no new proof. */
  freshUntil: string | null;
};
