import { redirect } from "next/navigation";

type HomeProps = { searchParams: Promise<Record<string, string | string[] | undefined>> };

/** The address keeps the code of a partner's link. */
export default async function Home({ searchParams }: HomeProps) {
  const { ref } = await searchParams;
  const query = typeof ref === "string" ? `?ref=${encodeURIComponent(ref)}` : "";
  redirect(`/trade/BTCUSDC${query}`);
}
