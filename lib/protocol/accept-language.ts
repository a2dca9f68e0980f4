/** The languages of an Accept-Language header (RFC 9110, 12.5.4), the most wanted first: `de` for `de-AT`. Those of weight 0 are left out. */
export function wantedLanguages(header: string | null | undefined): string[] {
  return (header ?? "")
    .split(",")
    .map((part) => {
      const [tag = "", ...parameters] = part.trim().split(";");
      const quality = parameters.find((one) => one.trim().startsWith("q="));
      const weight = quality === undefined ? 1 : Number(quality.trim().slice(2));
      return { language: tag.toLowerCase().split("-", 1).join(""), weight };
    })
    .filter(({ weight }) => weight > 0)
    .toSorted((a, b) => b.weight - a.weight)
    .map(({ language }) => language);
}
