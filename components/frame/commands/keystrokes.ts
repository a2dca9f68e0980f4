/** Keys as the registry writes them (`b`, `Shift+c`, `Mod+k`, `g o`), and key events read as such. */

/** The parts of a key event that matter; a browser's event is one. */
export type KeyPress = {
  key: string;
  code: string;
  ctrlKey: boolean;
  metaKey: boolean;
  shiftKey: boolean;
  altKey: boolean;
};

const LETTER = /^[a-z]$/;
const PRINTABLE_ASCII = /^[!-~]$/;

/** The strokes of a command in one spelling: `Shift+C` and `shift+c` are the same stroke. */
export function parseKeys(keys: string): readonly string[] {
  return keys.split(/\s+/).filter(Boolean).map(parseStroke);
}

function parseStroke(text: string): string {
  const parts = text.split("+");
  const key = parts.pop() || "+";
  const modifiers = new Set(parts.map((part) => part.toLowerCase()));
  return stroke({ mod: modifiers.has("mod"), shift: modifiers.has("shift"), key });
}

function stroke({ mod, shift, key }: { mod: boolean; shift: boolean; key: string }): string {
  const name = key.length === 1 ? key.toLowerCase() : key;
  // Shift is part of typing a symbol: `?` is `?` on every keyboard layout.
  const shifted = shift && (LETTER.test(name) || name.length > 1);
  return `${mod ? "Mod+" : ""}${shifted ? "Shift+" : ""}${name}`;
}

/**
 * The keystrokes that a press may stand for. The character comes first, then the key's position on a Latin keyboard: so
 * `b` works on an Arabic layout and `1` on a French one. The list is empty for a press that is never a shortcut.
 */
export function strokesOf(press: KeyPress, mac: boolean): readonly string[] {
  const { key, code, ctrlKey, metaKey, shiftKey, altKey } = press;
  const mod = mac ? metaKey : ctrlKey;
  if (altKey || (mac ? ctrlKey : metaKey)) return [];
  if (MODIFIERS.has(key)) return [];
  const byKey = stroke({ mod, shift: shiftKey, key });
  const [, letter, digit] = /^(?:Key([A-Z])|Digit([0-9]))$/.exec(code) ?? [];
  const found = [byKey];
  if (letter !== undefined && !PRINTABLE_ASCII.test(key)) {
    found.push(stroke({ mod, shift: shiftKey, key: letter }));
  }
  if (digit !== undefined && !shiftKey) found.push(stroke({ mod, shift: false, key: digit }));
  return [...new Set(found)];
}

const MODIFIERS: ReadonlySet<string> = new Set([
  "Shift",
  "Control",
  "Meta",
  "Alt",
  "AltGraph",
  "CapsLock",
  "Dead",
  "Process",
  "Unidentified",
]);

/** Whether a stroke has Control or Command, which keeps it active when single keys are off. */
export function hasModifier(one: string): boolean {
  return one.startsWith("Mod+");
}

/** The caps to draw for a command's keys: a list of strokes, each a list of caps. */
export function keyCaps(keys: string, mac: boolean): readonly (readonly string[])[] {
  return parseKeys(keys).map((one) =>
    one === "+" ? ["+"] : one.split(/\+(?=.)/).map((part) => cap(part, mac)),
  );
}

function cap(part: string, mac: boolean): string {
  if (part === "Mod") return mac ? "⌘" : "Ctrl";
  if (part === "Shift") return mac ? "⇧" : "Shift";
  return part.length === 1 ? part.toUpperCase() : part;
}
