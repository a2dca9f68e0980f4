/** Answers that are the same for everybody: turned into JSON once for each value, however many ask. */
import { createHash } from "node:crypto";

export type SharedJson = {
  json: string;
  /** Strong validator of `json`, quotes included. */
  etag: string;
};

const texts = new WeakMap<object, SharedJson>();

/** `value` must not change any more: a changed state is a new object. */
export function sharedJson(value: object): SharedJson {
  const known = texts.get(value);
  if (known !== undefined) return known;
  const json = JSON.stringify(value);
  const digest = createHash("sha256").update(json).digest("base64url");
  const made = { json, etag: `"${digest.slice(0, 22)}"` };
  texts.set(value, made);
  return made;
}
