/** Figures in the texts of pushes. `tag` is a language tag for `Intl`. */

/** Replaces each `{name}` of the template. */
export function fill(template: string, values: Readonly<Record<string, string>>): string {
  return template.replace(/\{(\w+)\}/g, (placeholder, name: string) => values[name] ?? placeholder);
}

/** Exact, because `Intl` gets the number as text. */
export function figure(text: string, { tag }: { tag: string }): string {
  if (!/^-?\d+(?:\.\d+)?$/.test(text)) return text;
  const decimals = Math.min(20, text.split(".")[1]?.length ?? 0);
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  return new Intl.NumberFormat(tag, digits).format(text as `${number}`);
}

/** As `figure`, with a plus before a positive number. */
export function signed(text: string, texts: { tag: string }): string {
  const isPositive = !text.startsWith("-") && /[1-9]/.test(text);
  return `${isPositive ? "+" : ""}${figure(text, texts)}`;
}
