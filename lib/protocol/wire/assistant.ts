/** What a user keeps for assistants (docs/api/mcp.md), and the apps that may act for them (docs/api/oauth.md). */
import { z } from "zod";
import {
  ANSWER_LANGUAGES,
  DETAILS,
  EXPERIENCES,
  RISK_LENGTH,
} from "#lib/protocol/assistant-preferences.ts";
import { GRANT_ENDS } from "#lib/protocol/grant-end.ts";
import { SCOPES } from "#lib/protocol/scopes.ts";

const moment = z.iso.datetime();

export const Note = z.strictObject({
  /** `note_…` */
  id: z.string(),
  text: z.string(),
  createdAt: moment,
  updatedAt: moment,
});
export type Note = z.output<typeof Note>;

/** `most`: the limit for an account. */
export const NoteList = z.strictObject({ notes: z.array(Note), most: z.int() });
export type NoteList = z.output<typeof NoteList>;

const RISK = `it must be 1 to ${RISK_LENGTH} characters on one line`;
export const risk = z
  .string(RISK)
  .trim()
  .refine((text) => text.length > 0 && text.length <= RISK_LENGTH, RISK)
  .refine((text) => /^\P{C}*$/u.test(text), RISK);

/** Absent fields are not chosen. */
export const Preferences = z.strictObject({
  language: z.enum(ANSWER_LANGUAGES).optional(),
  detail: z.enum(DETAILS).optional(),
  experience: z.enum(EXPERIENCES).optional(),
  /** The user's own words, on one line. */
  risk: risk.optional(),
});
export type Preferences = z.output<typeof Preferences>;
export const PreferencesAnswer = z.strictObject({ preferences: Preferences });
export type PreferencesAnswer = z.output<typeof PreferencesAnswer>;

/** One connection of an app: one consent with its scopes and its use. */
export const Grant = z.strictObject({
  id: z.string(),
  clientId: z.string(),
  /** As the consent page showed it. */
  name: z.string(),
  /** Host of the document that describes the client; null for one that registered itself. */
  host: z.string().nullable(),
  /** Host of the redirect, or the scheme of an app on the user's device (`cursor:`). */
  redirectHost: z.string(),
  badge: z.enum(["verified", "domain_verified", "unverified"]),
  state: z.enum(["active", "expired", "revoked"]),
  scopes: z.array(z.enum(SCOPES)),
  createdAt: moment,
  expiresAt: moment,
  revokedAt: moment.nullable(),
  /** Why it ended; null for a live one, and where the reason is unknown. */
  endReason: z.enum([...GRANT_ENDS, "expired"]).nullable(),
  firstUsedAt: moment.nullable(),
  /** The time of the last successful call; written some seconds late. */
  lastUsedAt: moment.nullable(),
  lastUsedAddress: z.string().nullable(),
  lastUsedAgent: z.string().nullable(),
});
export type Grant = z.output<typeof Grant>;

/** All live grants of one app together, including those of other pages. */
const GrantedApp = z.strictObject({
  clientId: z.string(),
  connections: z.int(),
  /** Scopes that at least one of them allows. */
  scopes: z.array(z.enum(SCOPES)),
});
export type GrantedApp = z.output<typeof GrantedApp>;

export const GrantPage = z.strictObject({
  grants: z.array(Grant),
  /** The apps of this page's grants. */
  apps: z.array(GrantedApp),
  /** The cursor of the next page; null: this is the last one. */
  next: z.string().nullable(),
});
export type GrantPage = z.output<typeof GrantPage>;
