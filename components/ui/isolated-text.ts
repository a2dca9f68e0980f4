/** Text of somebody else between isolates, so that its direction changes nothing around it. */
export function isolated(text: string): string {
  return `\u2068${text}\u2069`;
}
