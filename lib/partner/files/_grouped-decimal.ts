/** A decimal text with marks between thousands; no digit is rounded. `1234.5` → `1,234.5`. */
export function groupedDecimal(
  exact: string,
  { group, point }: { group: string; point: string },
): string {
  const [whole = "", fraction] = exact.split(".");
  const grouped = whole.replaceAll(/\B(?=(?:\d{3})+$)/g, group);
  return fraction === undefined ? grouped : `${grouped}${point}${fraction}`;
}
