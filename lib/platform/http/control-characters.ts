/** Refuses control characters in what callers send: no name, id or search has them, and the database stores no U+0000. */

/** Why a text with them is refused, as the end of a sentence. */
export const CONTROL_CHARACTERS = "it has control characters";

const ANY = /\p{Cc}/u;
/** Tabs and line ends set out a text of several lines. */
const BUT_LAYOUT = /[^\P{Cc}\t\n\r]/u;
/** Fields of bodies, and arguments of tools, whose text may have several lines. */
const LONG_TEXTS: ReadonlySet<string> = new Set(["body", "message", "note", "reason", "text"]);

/** @param which "but layout" allows tabs and line ends */
export function hasControl(text: string, which: "any" | "but layout" = "any"): boolean {
  return (which === "any" ? ANY : BUT_LAYOUT).test(text);
}

type Found = { path: string };

/**
 * Where a JSON value has control characters or a lone surrogate, which is not text: the path of its field, empty for the value itself
 * and for a field whose name has them. Undefined when there are none.
 */
export function findControl(value: unknown): Found | undefined {
  // Not recursive: a body may be nested deeper than the stack.
  const pending: { path: string; name: string; value: unknown }[] = [{ path: "", name: "", value }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { path, name, value: current } = next;
    if (typeof current === "string") {
      const which = LONG_TEXTS.has(name) ? "but layout" : "any";
      if (hasControl(current, which) || !current.isWellFormed()) return { path };
    } else if (typeof current === "object" && current !== null) {
      const isList = Array.isArray(current);
      for (const [key, inner] of Object.entries(current)) {
        if (hasControl(key) || !key.isWellFormed()) return { path: "" };
        pending.push({
          path: path === "" ? key : `${path}.${key}`,
          name: isList ? name : key,
          value: inner,
        });
      }
    }
  }
  return undefined;
}
