/** Foreign text between bidi isolates, so that its direction does not affect the text around it. */
export function isolated(text: string): string {
  return `\u2068${text}\u2069`;
}
