/** `<height>-<index>`: the place of an event in the journal, as readers of streams and notices give it back. */
export function parseEventId(id: string): { height: number; index: number } | undefined {
  const [, height, index] = /^(\d{1,15})-(\d{1,15})$/.exec(id) ?? [];
  if (height === undefined || index === undefined) return undefined;
  return { height: Number(height), index: Number(index) };
}
