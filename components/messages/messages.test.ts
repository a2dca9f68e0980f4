import { describe, expect, it } from "vitest";
import { textOf } from "#components/i18n/translate.ts";
import { arabic, type Catalogue, english, german, textsOf } from "./catalogues.testing.ts";

const SHARED = "ui/shared";

const holes = (template: string): string[] =>
  [...template.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? "").toSorted();

const entries = (catalogue: Catalogue) =>
  Object.entries(catalogue).flatMap(([feature, file]) =>
    Object.entries(file).map(([key, message]) => ({ feature, key, message })),
  );

describe.each([
  ["de", german, ["one", "other"]],
  ["ar", arabic, ["zero", "one", "two", "few", "many", "other"]],
] as const)("messages in %s", (_locale, catalogue, categories) => {
  it("have the keys of the English ones and no empty text", () => {
    const names = (of: Catalogue) => entries(of).map(({ feature, key }) => `${feature}.${key}`);
    expect(names(catalogue).toSorted()).toEqual(names(english).toSorted());
    const empty = entries(catalogue).filter(({ message }) => textsOf(message).includes(""));
    expect(empty).toEqual([]);
  });

  it("use the parameters of the English ones", () => {
    for (const { feature, key, message } of entries(english)) {
      const wanted = new Set(textsOf(message).flatMap(holes));
      const translated = catalogue[feature]?.[key] ?? "";
      // A plural form may omit its count: "one order".
      const given = new Set(textsOf(translated).flatMap(holes));
      if (typeof message !== "string") wanted.delete("count");
      if (typeof message !== "string") given.delete("count");
      expect([...given].toSorted(), `${feature}.${key}`).toEqual([...wanted].toSorted());
    }
  });

  it("have every plural form of the language", () => {
    const plural = entries(catalogue).filter(({ message }) => typeof message !== "string");
    for (const { feature, key, message } of plural) {
      expect(Object.keys(message).toSorted(), `${feature}.${key}`).toEqual(
        [...categories].toSorted(),
      );
    }
  });
});

it("no Arabic text has an arrow between two values, which figures and symbols beside it may turn around", () => {
  const withArrow = entries(arabic).filter(({ message }) =>
    textsOf(message).some((text) => /\}\u2069?\s*[←→]\s*\u2068?\{/.test(text)),
  );
  expect(withArrow).toEqual([]);
});

it("no feature writes a shared text again under the same key", () => {
  const catalogues = [english, german, arabic];
  const textIn = (feature: string, key: string) =>
    JSON.stringify(catalogues.map((catalogue) => catalogue[feature]?.[key]));
  const again = entries(english).filter(
    ({ feature, key }) =>
      feature !== SHARED && key in english[SHARED]! && textIn(feature, key) === textIn(SHARED, key),
  );
  expect(again.map(({ feature, key }) => `${feature}.${key}`)).toEqual([]);
});

describe("a message", () => {
  const count = { one: "{count} order", other: "{count} orders" };
  const text = textOf<{ count: typeof count; name: "Hello {name}" }>(
    { count, name: "Hello {name}" },
    "en",
  );

  it("fills in its parameters and its plural form", () => {
    expect(text("name", { name: "Ada" })).toBe("Hello Ada");
    expect(text("count", { count: 1 })).toBe("1 order");
    expect(text("count", { count: 1200 })).toBe("1,200 orders");
  });

  it("is the feature's own, then the shared one of its key, then the key", () => {
    const shared = { name: "shared", close: "Close" };
    const own = textOf<typeof shared & { other: "" }>({ name: "own" }, "en", textOf(shared, "en"));
    expect([own("name"), own("close"), own("other")]).toEqual(["own", "Close", "other"]);
  });

  it("fills in a parameter unchanged, whatever its text", () => {
    expect(text("name", { name: "{name} $1" })).toBe("Hello {name} $1");
  });
});
