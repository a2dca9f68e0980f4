/**
 * Keeps a page alive whose text others replace: the translators of browsers put elements in the place of text nodes.
 * React goes on writing to the nodes that it made, so a price would stand still, and removing one would throw. A text
 * that React writes to takes its place back here; what it does not write to stays translated.
 */
import { isForeign, replacementIn } from "./foreign-elements.ts";

/** Where a node was before another program took it out of the page. */
type Position = { replacement: ChildNode | undefined; parent: Node; next: Node | null };

const positions = new WeakMap<Node, Position>();

let isPatched = false;

/** Takes the changes that the observer reported. */
export function noteReplaced(records: readonly MutationRecord[]): void {
  for (const record of records) {
    const replacement = replacementIn(record);
    if (replacement === undefined) continue;
    const position = { replacement, parent: record.target, next: record.nextSibling };
    for (const removed of record.removedNodes) {
      if (removed instanceof Element && !isForeign(removed)) continue;
      if (!removed.isConnected) positions.set(removed, position);
      patchOnce();
    }
  }
}

/** From the first replacement on. React's work on the page is untouched where no other program changes it. */
function patchOnce(): void {
  if (isPatched) return;
  isPatched = true;
  const value = valueOfText();
  // oxlint-disable no-extend-native, typescript/unbound-method -- React's writes to the page can be seen nowhere else
  const { insertBefore, removeChild } = Node.prototype;
  Object.defineProperty(Text.prototype, "nodeValue", {
    ...value,
    set(this: Text, text: string | null) {
      if (!this.isConnected) restore(this);
      value?.set?.call(this, text);
    },
  });
  Node.prototype.removeChild = function <Child extends Node>(this: Node, child: Child): Child {
    const inPlace = standInOf(child, this);
    if (inPlace !== undefined) removeChild.call(this, inPlace);
    return child;
  };
  Node.prototype.insertBefore = function <Child extends Node>(
    this: Node,
    child: Child,
    before: Node | null,
  ): Child {
    const inPlace = before === null ? null : (standInOf(before, this) ?? null);
    insertBefore.call(this, child, inPlace);
    return child;
  };
  // oxlint-enable no-extend-native, typescript/unbound-method
}

function valueOfText(): PropertyDescriptor | undefined {
  let holder: object | null = Text.prototype;
  while (holder !== null && !Object.hasOwn(holder, "nodeValue"))
    holder = Object.getPrototypeOf(holder) as object | null;
  return holder === null ? undefined : Object.getOwnPropertyDescriptor(holder, "nodeValue");
}

function restore(text: Text): void {
  const position = positions.get(text);
  if (position === undefined) return;
  positions.delete(text);
  const { parent, next } = position;
  const replacement = lastReplacementOf(position);
  if (replacement?.parentNode) replacement.replaceWith(text);
  else if (parent.isConnected) parent.insertBefore(text, next?.parentNode === parent ? next : null);
}

/** The child of `parent` that is, holds or replaces `child`; undefined when nothing of it is left there. */
function standInOf(child: Node, parent: Node): Node | undefined {
  for (let node: Node | null = child; node !== null; node = node.parentNode) {
    if (node.parentNode === parent) return node;
  }
  const position = positions.get(child);
  const replacement = position && lastReplacementOf(position);
  return replacement?.parentNode === parent ? replacement : undefined;
}

/** A translator may replace its own elements again. */
function lastReplacementOf({ replacement }: Position): ChildNode | undefined {
  let last = replacement;
  while (last !== undefined && last.parentNode === null) last = positions.get(last)?.replacement;
  return last;
}
