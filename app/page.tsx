import { redirect } from "next/navigation";
import { REFERRAL_TAGS } from "#lib/protocol/partner/referral-tags.ts";

type HomeProps = { searchParams: Promise<Record<string, string | string[] | undefined>> };

/** The address keeps the code and the tags of a partner's link. */
export default async function Home({ searchParams }: HomeProps) {
  const given = await searchParams;
  const kept = ["ref", "s", ...REFERRAL_TAGS].flatMap((name) => {
    const value = given[name];
    return typeof value === "string" ? [[name, value]] : [];
  });
  const query = kept.length === 0 ? "" : `?${new URLSearchParams(kept).toString()}`;
  redirect(`/trade/BTCUSDC${query}`);
}
