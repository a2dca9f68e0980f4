/** Identifiers with a prefix that names their kind. */
import { randomBytes } from "node:crypto";

export type IdPrefix =
  | "req"
  | "key"
  | "dep"
  | "wdr"
  | "usr"
  | "idn"
  | "ses"
  | "mcp"
  | "tbk"
  | "aud"
  | "sto"
  | "note"
  | "client"
  | "grant"
  | "ptr"
  | "ref"
  | "stl"
  | "run"
  | "ntc"
  | "pbk"
  | "whk"
  | "whs"
  | "wh_evt"
  | "onr"
  | "psh"
  | "psub"
  | "pal";

/** `req_` and 24 lowercase hex characters: 96 random bits. */
export function newId(prefix: IdPrefix): string {
  return `${prefix}_${randomBytes(12).toString("hex")}`;
}
