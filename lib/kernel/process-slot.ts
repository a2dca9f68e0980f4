/**
 * A value that a process has once. Next bundles pages, and in development route handlers, with a copy of each module that they read:
 * a variable of a module would exist once a copy. `globalThis` exists once.
 */
export type ProcessSlot<Value> = { value: Value | undefined };

/** The slot of a name, the same for every copy of the module that asks; empty at first. */
export function processSlot<Value>(name: string): ProcessSlot<Value> {
  const slots = globalThis as unknown as Record<symbol, ProcessSlot<Value> | undefined>;
  return (slots[Symbol.for(`svc.${name}`)] ??= { value: undefined });
}
