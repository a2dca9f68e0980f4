/** Whether an Enter is a repeat of a held key. Each Enter would press the form's button again. */
export function isHeldEnter({ key, repeat }: { key: string; repeat: boolean }): boolean {
  return repeat && key === "Enter";
}
