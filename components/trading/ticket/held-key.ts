/** A key that is held down comes again and again. Enter in a form means its button each time, but was meant once. */
export function isHeldEnter({ key, repeat }: { key: string; repeat: boolean }): boolean {
  return repeat && key === "Enter";
}
