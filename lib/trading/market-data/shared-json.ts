/** Answers that are the same for every caller: serialized once for each value. */
import { createHash } from "node:crypto";

export type SharedJson = {
  json: string;
  /** Strong validator of `json`, quotes included. */
  etag: string;
};

const texts = new WeakMap<object, SharedJson>();

/** `value` must be immutable: a changed state is a new object. */
export function sharedJson(value: object): SharedJson {
  const known = texts.get(value);
  if (known !== undefined) return known;
  const json = JSON.stringify(value);
  const digest = createHash("sha256").update(json).digest("base64url");
  const made = { json, etag: `"${digest.slice(0, 22)}"` };
  texts.set(value, made);
  return made;
}
