/** Reads fields of another party's answer, as parsed from JSON: only own ones count. */

/** Undefined where there is none. */
export function valueAt(value: unknown, ...path: string[]): unknown {
  return path.reduce<unknown>(
    (inner, name) =>
      typeof inner === "object" && inner !== null && Object.hasOwn(inner, name)
        ? (inner as Record<string, unknown>)[name]
        : undefined,
    value,
  );
}

/** @throws Error that names the field which is missing */
export function textAt(value: unknown, ...path: string[]): string {
  const found = valueAt(value, ...path);
  if (typeof found !== "string") throw new Error(`it has no ${path.join(".")}`);
  return found;
}

/** @throws Error that names the field which is missing */
export function listAt(value: unknown, ...path: string[]): readonly unknown[] {
  const found = valueAt(value, ...path);
  if (!Array.isArray(found)) throw new Error(`it has no ${path.join(".")}`);
  return found as unknown[];
}
