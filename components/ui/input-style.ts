/** The style of a text input with its label above it. Its owner sets the width. */
export const inputStyle =
  "h-10 rounded border border-line-strong bg-raised px-3 text-base outline-none placeholder:text-ink-faint focus:border-accent focus:ring-1 focus:ring-accent aria-invalid:border-bad pointer-coarse:h-11";
