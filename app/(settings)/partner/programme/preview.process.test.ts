import { expect, it, vi } from "vitest";
import { generateMetadata } from "./page.tsx";

let locale = "en";
vi.mock("#components/i18n/request-locale.ts", () => ({
  requestLocale: () => Promise.resolve(locale),
}));

// Needs the React of a browser.
vi.mock("#components/partner/programme/programme-page.tsx", () => ({ ProgrammePage: () => null }));

vi.mock("#components/messages/request-texts.tsx", () => ({ RequestTexts: () => null }));

it("a link to the programme is previewed with what it pays, in the language of the request", async () => {
  const { title, openGraph, twitter } = await generateMetadata();
  expect(title).toBe("Partner programme");
  expect(openGraph).toMatchObject({
    type: "website",
    url: "http://localhost:3000/partner/programme",
    title: "Earn from the fees of people you refer",
    description: expect.stringContaining("You earn 10% to 25% of every fee") as string,
    images: "http://localhost:3000/apple-icon.png",
  });
  expect(twitter).toEqual({ card: "summary" });
  locale = "de";
  expect((await generateMetadata()).openGraph?.description).toContain("10\u00a0% bis 25\u00a0%");
});
